"""The links beyond a joint taken as an articulated body, free to move at its joints."""
