/** Entities that HTML 5 names and kramdown knows since 2.5, with their code points, as pairs. */
export const HTML5_PAIRS =
  'Gammad 988 gammad 989 frac13 8531 frac23 8532 frac15 8533 frac25 8534 frac35 8535 ' +
  'frac45 8536 frac16 8537 frac56 8538 frac18 8539 frac38 8540 frac58 8541 frac78 8542 ' +
  'Lang 10218 Rang 10219 loang 10220 roang 10221 xlarr 10229 longleftarrow 10229 ' +
  'LongLeftArrow 10229 xrarr 10230 longrightarrow 10230 LongRightArrow 10230 xharr 10231 ' +
  'longleftrightarrow 10231 LongLeftRightArrow 10231 xlArr 10232 Longleftarrow 10232 ' +
  'DoubleLongLeftArrow 10232 xrArr 10233 Longrightarrow 10233 DoubleLongRightArrow 10233 ' +
  'xhArr 10234 Longleftrightarrow 10234 DoubleLongLeftRightArrow 10234 xmap 10236 ' +
  'longmapsto 10236 dzigrarr 10239 nvlArr 10498 nvrArr 10499 nvHarr 10500 Map 10501 ' +
  'lbarr 10508 rbarr 10509 bkarow 10509 lBarr 10510 rBarr 10511 dbkarow 10511 RBarr 10512 ' +
  'drbkarow 10512 DDotrahd 10513 UpArrowBar 10514 DownArrowBar 10515 Rarrtl 10518 latail 10521 ' +
  'ratail 10522 lAtail 10523 rAtail 10524 larrfs 10525 rarrfs 10526 larrbfs 10527 ' +
  'rarrbfs 10528 nwarhk 10531 nearhk 10532 searhk 10533 hksearow 10533 swarhk 10534 ' +
  'hkswarow 10534 nwnear 10535 nesear 10536 toea 10536 seswar 10537 tosa 10537 swnwar 10538 ' +
  'rarrc 10547 cudarrr 10549 ldca 10550 rdca 10551 cudarrl 10552 larrpl 10553 curarrm 10556 ' +
  'cularrp 10557 rarrpl 10565 harrcir 10568 Uarrocir 10569 lurdshar 10570 ldrushar 10571 ' +
  'LeftRightVector 10574 RightUpDownVector 10575 DownLeftRightVector 10576 ' +
  'LeftUpDownVector 10577 LeftVectorBar 10578 RightVectorBar 10579 RightUpVectorBar 10580 ' +
  'RightDownVectorBar 10581 DownLeftVectorBar 10582 DownRightVectorBar 10583 ' +
  'LeftUpVectorBar 10584 LeftDownVectorBar 10585 LeftTeeVector 10586 RightTeeVector 10587 ' +
  'RightUpTeeVector 10588 RightDownTeeVector 10589 DownLeftTeeVector 10590 ' +
  'DownRightTeeVector 10591 LeftUpTeeVector 10592 LeftDownTeeVector 10593 lHar 10594 ' +
  'uHar 10595 rHar 10596 dHar 10597 luruhar 10598 ldrdhar 10599 ruluhar 10600 rdldhar 10601 ' +
  'lharul 10602 llhard 10603 rharul 10604 lrhard 10605 udhar 10606 UpEquilibrium 10606 ' +
  'duhar 10607 ReverseUpEquilibrium 10607 RoundImplies 10608 erarr 10609 simrarr 10610 ' +
  'larrsim 10611 rarrsim 10612 rarrap 10613 ltlarr 10614 gtrarr 10616 subrarr 10617 ' +
  'suplarr 10619 lfisht 10620 rfisht 10621 ufisht 10622 dfisht 10623 lopar 10629 ropar 10630 ' +
  'lbrke 10635 rbrke 10636 lbrkslu 10637 rbrksld 10638 lbrksld 10639 rbrkslu 10640 langd 10641 ' +
  'rangd 10642 lparlt 10643 rpargt 10644 gtlPar 10645 ltrPar 10646 vzigzag 10650 vangrt 10652 ' +
  'angrtvbd 10653 ange 10660 range 10661 dwangle 10662 uwangle 10663 angmsdaa 10664 ' +
  'angmsdab 10665 angmsdac 10666 angmsdad 10667 angmsdae 10668 angmsdaf 10669 angmsdag 10670 ' +
  'angmsdah 10671 bemptyv 10672 demptyv 10673 cemptyv 10674 raemptyv 10675 laemptyv 10676 ' +
  'ohbar 10677 omid 10678 opar 10679 operp 10681 olcross 10683 odsold 10684 olcir 10686 ' +
  'ofcir 10687 olt 10688 ogt 10689 cirscir 10690 cirE 10691 solb 10692 bsolb 10693 ' +
  'boxbox 10697 trisb 10701 rtriltri 10702 LeftTriangleBar 10703 RightTriangleBar 10704 ' +
  'iinfin 10716 infintie 10717 nvinfin 10718 eparsl 10723 smeparsl 10724 eqvparsl 10725 ' +
  'lozf 10731 blacklozenge 10731 RuleDelayed 10740 dsol 10742 xodot 10752 bigodot 10752 ' +
  'xoplus 10753 bigoplus 10753 xotime 10754 bigotimes 10754 xuplus 10756 biguplus 10756 ' +
  'xsqcup 10758 bigsqcup 10758 qint 10764 iiiint 10764 fpartint 10765 cirfnint 10768 ' +
  'awint 10769 rppolint 10770 scpolint 10771 npolint 10772 pointint 10773 quatint 10774 ' +
  'intlarhk 10775 pluscir 10786 plusacir 10787 simplus 10788 plusdu 10789 plussim 10790 ' +
  'plustwo 10791 mcomma 10793 minusdu 10794 loplus 10797 roplus 10798 Cross 10799 timesd 10800 ' +
  'timesbar 10801 smashp 10803 lotimes 10804 rotimes 10805 otimesas 10806 Otimes 10807 ' +
  'odiv 10808 triplus 10809 triminus 10810 tritime 10811 iprod 10812 intprod 10812 amalg 10815 ' +
  'capdot 10816 ncup 10818 ncap 10819 capand 10820 cupor 10821 cupcap 10822 capcup 10823 ' +
  'cupbrcap 10824 capbrcup 10825 cupcup 10826 capcap 10827 ccups 10828 ccaps 10829 ' +
  'ccupssm 10832 And 10835 Or 10836 andand 10837 oror 10838 orslope 10839 andslope 10840 ' +
  'andv 10842 orv 10843 andd 10844 ord 10845 wedbar 10847 sdote 10854 simdot 10858 ' +
  'congdot 10861 easter 10862 apacir 10863 apE 10864 eplus 10865 pluse 10866 Esim 10867 ' +
  'Colone 10868 Equal 10869 eDDot 10871 ddotseq 10871 equivDD 10872 ltcir 10873 gtcir 10874 ' +
  'ltquest 10875 gtquest 10876 les 10877 LessSlantEqual 10877 leqslant 10877 ges 10878 ' +
  'GreaterSlantEqual 10878 geqslant 10878 lesdot 10879 gesdot 10880 lesdoto 10881 ' +
  'gesdoto 10882 lesdotor 10883 gesdotol 10884 lap 10885 lessapprox 10885 gap 10886 ' +
  'gtrapprox 10886 lne 10887 lneq 10887 gne 10888 gneq 10888 lnap 10889 lnapprox 10889 ' +
  'gnap 10890 gnapprox 10890 lEg 10891 lesseqqgtr 10891 gEl 10892 gtreqqless 10892 lsime 10893 ' +
  'gsime 10894 lsimg 10895 gsiml 10896 lgE 10897 glE 10898 lesges 10899 gesles 10900 els 10901 ' +
  'eqslantless 10901 egs 10902 eqslantgtr 10902 elsdot 10903 egsdot 10904 el 10905 eg 10906 ' +
  'siml 10909 simg 10910 simlE 10911 simgE 10912 LessLess 10913 GreaterGreater 10914 glj 10916 ' +
  'gla 10917 ltcc 10918 gtcc 10919 lescc 10920 gescc 10921 smt 10922 lat 10923 smte 10924 ' +
  'late 10925 bumpE 10926 pre 10927 preceq 10927 PrecedesEqual 10927 sce 10928 succeq 10928 ' +
  'SucceedsEqual 10928 prE 10931 scE 10932 prnE 10933 precneqq 10933 scnE 10934 succneqq 10934 ' +
  'prap 10935 precapprox 10935 scap 10936 succapprox 10936 prnap 10937 precnapprox 10937 ' +
  'scnap 10938 succnapprox 10938 Pr 10939 Sc 10940 subdot 10941 supdot 10942 subplus 10943 ' +
  'supplus 10944 submult 10945 supmult 10946 subedot 10947 supedot 10948 subE 10949 ' +
  'subseteqq 10949 supE 10950 supseteqq 10950 subsim 10951 supsim 10952 subnE 10955 ' +
  'subsetneqq 10955 supnE 10956 supsetneqq 10956 csub 10959 csup 10960 csube 10961 csupe 10962 ' +
  'subsup 10963 supsub 10964 subsub 10965 supsup 10966 suphsub 10967 supdsub 10968 forkv 10969 ' +
  'topfork 10970 mlcp 10971 Dashv 10980 DoubleLeftTee 10980 Vdashl 10982 Barv 10983 vBar 10984 ' +
  'vBarv 10985 Vbar 10987 Not 10988 bNot 10989 rnmid 10990 cirmid 10991 midcir 10992 ' +
  'topcir 10993 nhpar 10994 parsim 10995 parsl 11005 fflig 64256 filig 64257 fllig 64258 ' +
  'ffilig 64259 ffllig 64260 Ascr 119964 Cscr 119966 Dscr 119967 Gscr 119970 Jscr 119973 ' +
  'Kscr 119974 Nscr 119977 Oscr 119978 Pscr 119979 Qscr 119980 Sscr 119982 Tscr 119983 ' +
  'Uscr 119984 Vscr 119985 Wscr 119986 Xscr 119987 Yscr 119988 Zscr 119989 ascr 119990 ' +
  'bscr 119991 cscr 119992 dscr 119993 fscr 119995 hscr 119997 iscr 119998 jscr 119999 ' +
  'kscr 120000 lscr 120001 mscr 120002 nscr 120003 pscr 120005 qscr 120006 rscr 120007 ' +
  'sscr 120008 tscr 120009 uscr 120010 vscr 120011 wscr 120012 xscr 120013 yscr 120014 ' +
  'zscr 120015 Afr 120068 Bfr 120069 Dfr 120071 Efr 120072 Ffr 120073 Gfr 120074 Jfr 120077 ' +
  'Kfr 120078 Lfr 120079 Mfr 120080 Nfr 120081 Ofr 120082 Pfr 120083 Qfr 120084 Sfr 120086 ' +
  'Tfr 120087 Ufr 120088 Vfr 120089 Wfr 120090 Xfr 120091 Yfr 120092 afr 120094 bfr 120095 ' +
  'cfr 120096 dfr 120097 efr 120098 ffr 120099 gfr 120100 hfr 120101 ifr 120102 jfr 120103 ' +
  'kfr 120104 lfr 120105 mfr 120106 nfr 120107 ofr 120108 pfr 120109 qfr 120110 rfr 120111 ' +
  'sfr 120112 tfr 120113 ufr 120114 vfr 120115 wfr 120116 xfr 120117 yfr 120118 zfr 120119 ' +
  'Aopf 120120 Bopf 120121 Dopf 120123 Eopf 120124 Fopf 120125 Gopf 120126 Iopf 120128 ' +
  'Jopf 120129 Kopf 120130 Lopf 120131 Mopf 120132 Oopf 120134 Sopf 120138 Topf 120139 ' +
  'Uopf 120140 Vopf 120141 Wopf 120142 Xopf 120143 Yopf 120144 aopf 120146 bopf 120147 ' +
  'copf 120148 dopf 120149 eopf 120150 fopf 120151 gopf 120152 hopf 120153 iopf 120154 ' +
  'jopf 120155 kopf 120156 lopf 120157 mopf 120158 nopf 120159 oopf 120160 popf 120161 ' +
  'qopf 120162 ropf 120163 sopf 120164 topf 120165 uopf 120166 vopf 120167 wopf 120168 ' +
  'xopf 120169 yopf 120170 zopf 120171 nvlt 60 bne 61 nvgt 62 fjlig 102 ThickSpace 8287 ' +
  'nrarrw 8605 npart 8706 nang 8736 caps 8745 cups 8746 nvsim 8764 race 8765 acE 8766 ' +
  'nesim 8770 NotEqualTilde 8770 napid 8779 nvap 8781 nbump 8782 NotHumpDownHump 8782 ' +
  'nbumpe 8783 NotHumpEqual 8783 nedot 8784 bnequiv 8801 nvle 8804 nvge 8805 nlE 8806 ' +
  'nleqq 8806 ngE 8807 ngeqq 8807 NotGreaterFullEqual 8807 lvertneqq 8808 lvnE 8808 ' +
  'gvertneqq 8809 gvnE 8809 nLtv 8810 NotLessLess 8810 nLt 8810 nGtv 8811 ' +
  'NotGreaterGreater 8811 nGt 8811 NotSucceedsTilde 8831 NotSubset 8834 nsubset 8834 ' +
  'vnsub 8834 NotSuperset 8835 nsupset 8835 vnsup 8835 varsubsetneq 8842 vsubne 8842 ' +
  'varsupsetneq 8843 vsupne 8843 NotSquareSubset 8847 NotSquareSuperset 8848 sqcaps 8851 ' +
  'sqcups 8852 nvltrie 8884 nvrtrie 8885 nLl 8920 nGg 8921 lesg 8922 gesl 8923 notindot 8949 ' +
  'notinE 8953 nrarrc 10547 NotLeftTriangleBar 10703 NotRightTriangleBar 10704 ncongdot 10861 ' +
  'napE 10864 nleqslant 10877 nles 10877 NotLessSlantEqual 10877 ngeqslant 10878 nges 10878 ' +
  'NotGreaterSlantEqual 10878 NotNestedLessLess 10913 NotNestedGreaterGreater 10914 ' +
  'smtes 10924 lates 10925 NotPrecedesEqual 10927 npre 10927 npreceq 10927 ' +
  'NotSucceedsEqual 10928 nsce 10928 nsucceq 10928 nsubE 10949 nsubseteqq 10949 nsupE 10950 ' +
  'nsupseteqq 10950 varsubsetneqq 10955 vsubnE 10955 varsupsetneqq 10956 vsupnE 10956 ' +
  'nparsl 11005'
