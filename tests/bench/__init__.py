"""What is measured, mirroring `nyhavn.bench`."""
