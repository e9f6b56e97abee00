"""The rules of the card game, compiled: the one place where they are written down as code.

`layout` is the state as plain memory, `ids` moves as numbers, `options` which are legal, `turns` what they do,
`batch` what Python calls. No text, no history and no objects in here.
"""
