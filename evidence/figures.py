"""INTERIM"""
import re
from decimal import Decimal, InvalidOperation
_M="january february march april may june july august september october november december".split()
_MON={m:i+1 for i,m in enumerate(_M)}|{m[:3]:i+1 for i,m in enumerate(_M)}|{"sept":9}
_mon="|".join(sorted(_MON,key=len,reverse=True))
_W={w:i for i,w in enumerate("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split())}
_W|={"thirty":30,"forty":40,"fifty":50,"sixty":60,"seventy":70,"eighty":80,"ninety":90,"hundred":100,"thousand":1000,"million":10**6,"billion":10**9}
_O={w:i+1 for i,w in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split())}
_MAG={"hundred":100,"thousand":1000,"k":1000,"million":10**6,"m":10**6,"mn":10**6,"bn":10**9,"billion":10**9,"b":10**9,"trillion":10**12}
_D=re.compile(rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<m1>{_mon})\.?,?(?:\s+(?P<y1>\d{{4}}))?|(?P<m2>{_mon})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,?\s+(?P<y2>\d{{4}})(?!\d))?|(?P<y3>\d{{4}})-(?P<m3>\d\d)-(?P<d3>\d\d)|(?P<m4>{_mon})\.?,?\s+(?P<y4>\d{{4}}))\b",re.I)
_N=re.compile(r"(?P<sign>[-−+](?=[\d$]))?(?P<cur>US\$|USD ?|EUR ?|GBP ?|[$€£¥])?\s?(?P<sign2>[-−])?(?P<n>\d+(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[\u00a0\u202f]\d{3})+|\d+(?:\.\d+)?|\.\d+)(?P<th>st|nd|rd|th)?(?:[\s-]?(?P<mag>hundred|thousand|million|billion|trillion|bn|mn|m|k)\b)?(?:\s?(?P<unit>%|percentage points?|percent\b|per cent\b|pct\b|dollars\b|euros\b|[kKMGT]?bit/s|mg\b|kg\b|g\b|km\b|years?\b|months?\b|days?\b|weeks?\b|hours?\b|minutes?\b))?",re.I)
_WD=re.compile(r"\b(?:"+"|".join(sorted([*_W,*_O],key=len,reverse=True))+r")\b(?:[\s-](?:"+"|".join(sorted([*_W],key=len,reverse=True))+r")\b)*",re.I)
def fact_spans(text):
    out=[]
    for m in _D.finditer(text):
        g=m.groupdict()
        d=g["d1"] or g["d2"] or g["d3"] or ""; mo=g["m1"] or g["m2"] or g["m3"] or g["m4"]; y=g["y1"] or g["y2"] or g["y3"] or g["y4"] or ""
        mo=int(mo) if mo.isdigit() else _MON[mo.lower()]
        out.append((m.start(),m.end(),f"date:{y}-{mo}-{int(d) if d else ''}:"))
    taken=[(a,b) for a,b,_ in out]
    def free(a,b): return not any(a<y and x<b for x,y in taken)
    for m in _N.finditer(text):
        a=m.start()+len(m.group())-len(m.group().lstrip()); b=m.end()
        if not free(a,b) or (a and text[a-1].isalnum()): continue
        g=m.groupdict()
        v=Decimal(re.sub(r"[,\s\u00a0\u202f]","",g["n"])[:60])*_MAG.get((g["mag"] or "").lower(),1)
        if g["sign"] in ("-","−") or g["sign2"]: v=-v
        u=(g["unit"] or "").lower(); cur=(g["cur"] or "").strip().upper().replace("US$","$").replace("USD","$")
        u={"percent":"%","per cent":"%","pct":"%","dollars":"$"}.get(u,u.rstrip("s") if not u.endswith("/s") else u)
        if cur: u=cur+u
        if not g["mag"] and not u and not g["th"] and re.fullmatch(r"1[5-9]\d\d|20\d\d",g["n"]): out.append((a,b,f"date:{g['n']}--:")); taken.append((a,b)); continue
        out.append((a,b,f"{'ord' if g['th'] else 'num'}:{format(v.normalize(),'f')}:{u}")); taken.append((a,b))
    for m in _WD.finditer(text):
        if not free(m.start(),m.end()): continue
        w=re.split(r"[\s-]",m.group().lower())
        if w[0] in _O and len(w)==1: out.append((m.start(),m.end(),f"ord:{_O[w[0]]}:")); continue
        if any(x not in _W for x in w): continue
        t=c=0
        for x in w:
            n=_W[x]
            if n>=1000: t+=(c or 1)*n; c=0
            elif n==100: c=(c or 1)*100
            else: c+=n
        if w==["one"]: continue
        out.append((m.start(),m.end(),f"num:{t+c}:"))
    return sorted(out)
