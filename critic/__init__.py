"""A scripted fake of the language-model contract, in test modules alone: nothing ships it yet."""
