"""Pictures: matplotlib is loaded when one is drawn, and no display is needed."""
