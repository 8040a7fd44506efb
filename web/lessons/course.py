"""The ten lessons; their words are in templates/_lessons.html. A test plays every one of them.

Where the learner has a pass to make that is not asked for, the replies make it: he has nothing to add then.
"""

from web.lessons.lesson import Attempt, Lesson, Move, Task

HEARTS = "trump=H stock=8C,TD,KC,9H"
"""How most positions begin."""

ATTACK = Task(
    f"{HEARTS} hands=6S,9C,JD,QS,7H,AH|8S,TC,JS,KD,6D,QD|7S,8D,9D,TS,QC,KS main=0 def=1",
    (
        Move(
            {
                "0:A:6S": ("1:D:6S/8S", "2:pass", "0:pass"),
                "0:A:9C": ("1:D:9C/TC", "2:pass", "0:pass"),
            }
        ),
    ),
)

COVER = Task(
    f"{HEARTS} hands=6C,9S,7D,QC,JD,KD|6D,8D,TC,JS,AC,QD|8S,9D,TS,QS,KS table=7S/- main=2 def=0",
    (Move({"0:D:7S/9S": ("2:pass", "1:pass")}),),
)

TRUMP = Task(
    f"{HEARTS} hands=7D,8D,9C,JC,QD,6H|6D,TC,7C,JS,AC,JD|8S,9D,TS,QS,KS table=AS/- main=2 def=0",
    (Move({"0:D:AS/6H": ("2:pass", "1:pass")}),),
)

FORBIDDEN = Task(
    "trump=H stock=8C,7D,KC,9H "
    "hands=6S,8D,9C,JC,KS,AC|6D,TC,7C,JS,QC,JD|8S,9D,TS,QS,KD table=TD/- main=2 def=0",
    (
        Attempt(frozenset(f"0:D:TD/{card}" for card in ("AC", "KS", "JC", "9C", "6S"))),
        Attempt(frozenset({"0:D:TD/8D"})),
        Move({"0:take": ("2:pass", "1:pass")}),
    ),
)

ADD = Task(
    "trump=H stock=8C,TD,6C,9H "
    "hands=7D,9C,KC,AS,JH|8D,TC,6D,QD,JS|7C,8S,9D,TS,QC,KS table=7S/9S main=0 def=1",
    (
        Move({"0:A:7D": ("1:D:7D/8D",)}),
        Move({"0:A:9C": ("1:D:9C/TC", "2:pass", "0:pass")}),
    ),
)

FEW_CARDS = Task(
    "trump=H hands=7D,7C,QS|KS|8D,9D table=7S/- main=0 def=1",
    (Attempt(frozenset({"0:A:7D", "0:A:7C"})),),
)

FIRST_BOUT = Task(
    "trump=H stock=6D,7S,7C,7H,8H,9C,TH,JS,JD,JH,QS,QC,QD,KS,KC,AS,AD,6H hands=TD|JC,QH|7D,9H,KD,KH,AC,AH "
    "table=6S/8S,6C/8C,8D/9D,9S/TS,TC/- main=0 def=1 bout=1",
    (Attempt(frozenset({"0:A:TD"})),),
)

TRANSFER = Task(
    f"rules=transfer {HEARTS} "
    "hands=7D,8D,9C,QD,KS,JH|6D,8S,TC,JD,AC,9D|7C,TS,QS,QC,KD table=7S/- main=2 def=0",
    (Move({"0:T:7D": ("1:D:7S/8S", "1:D:7D/9D", "0:pass", "2:pass")}),),
)

TOO_LATE = Task(
    "rules=transfer trump=H stock=8C,6C,KC,9H hands=7D,8D,TC,QD,JH|6D,8S,9C,JD,AC,9D|TS,QS,QC,KD "
    "table=7S/9S,7C/- main=2 def=0",
    (
        Attempt(frozenset({"0:T:7D"})),
        Move({"0:D:7C/TC": ("2:pass", "1:pass")}),
    ),
)

TAKE = Task(
    f"{HEARTS} hands=6D,7D,8D,9C,JC,QD|AD,TC,7C,JS,AC,JD|8S,9D,TS,QS,KS table=AS/- main=2 def=0",
    (Move({"0:take": ("2:pass", "1:A:AD", "2:pass", "1:pass")}),),
)

BEAT_ALL = Task(
    f"{HEARTS} hands=TS,9D,7D,QC,JD,6C|6D,QS,TC,JS,AC,QD|7C,9S,KD,KS table=8S/-,8D/- main=2 def=0",
    (
        Move({"0:D:8S/TS": (), "0:D:8D/9D": ()}),
        Move({"0:D:8S/TS": ("2:pass", "1:pass"), "0:D:8D/9D": ("2:pass", "1:pass")}),
    ),
)

ENOUGH = Task(
    "trump=H stock=8C,TD,KC,6H "
    "hands=7D,8D,QC,KD,9H|6D,TC,7C,AC,QD|8S,9C,TS,QS,KS,JC table=9S/JS main=0 def=1",
    (Move({"0:pass": ("2:pass",)}),),
)

REFILL = Task(
    "trump=H stock=8C,TD,KC,6D,7C,JD,QC,6H "
    "hands=KD,AD,7D,9H|TC,QD,8H|8S,9C,TS,KS,JC table=9S/JS main=0 def=1",
    (Move({"0:pass": ("2:pass",)}),),
)

LAST_CARD = Task(
    "trump=H hands=KS|7D,8D|QC main=0 def=1",
    (Move({"0:A:KS": ("1:take", "2:pass", "2:A:QC", "1:take")}),),
)

DRAW = Task("trump=H hands=9S|JS main=0 def=1", (Move({"0:A:9S": ("1:D:9S/JS",)}),))

LESSONS = (
    Lesson("attack", (ATTACK,)),
    Lesson("cover", (COVER,)),
    Lesson("trump", (TRUMP,)),
    Lesson("forbidden", (FORBIDDEN,)),
    Lesson("add", (ADD,)),
    Lesson("limits", (FEW_CARDS, FIRST_BOUT)),
    Lesson("transfer", (TRANSFER, TOO_LATE)),
    Lesson("take", (TAKE,)),
    Lesson("end", (BEAT_ALL, ENOUGH)),
    Lesson("out", (REFILL, LAST_CARD, DRAW)),
)
