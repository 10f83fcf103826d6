"""Positions that figures are made of, for their tests."""

FOURTEEN = """mines 10
#1011100
#102F311
#113F3F1
#11F2211
#1111000
#1111111
########
########"""
IMPASSE = """mines 10
###2F100
###32100
##3F1111
##3211F1
12F10111
02220000
01F11110
01111F10"""
TWO_CELLS = """mines 10
012#####
01F#####
244#####
FFF#####
########
########
########
########"""
