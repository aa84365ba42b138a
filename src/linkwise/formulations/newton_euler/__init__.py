"""Forces balanced link by link: outward with motion, inward with force."""
