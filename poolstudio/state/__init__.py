"""What the user is looking at: Problem, Result, Highlight and the Store that holds them. No widgets."""
