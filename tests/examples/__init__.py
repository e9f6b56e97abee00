"""The example games: installed as packages of others, and tried in processes of their own that know them."""
