/** Words of batch files by class. */
export const BATCHFILE_WORDS = {
  k: 'call do else exit for goto if in',
  ow: 'cmdextversion defined equ errorlevel exist geq gtr leq lss neq not',
  kr: `aux com1 com2 com3 com4 com5 com6 com7 com8 com9 con lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8
    lpt9 nul prn`,
  na: 'enabledelayedexpansion enableextensions off on',
  nb: `bitsadmin change cipher cleanmgr cmdkey curl debug deltree diskshadow dism dir dnscmd dsadd
    dsget edlin freedisk gpupdate inuse label lodctr logman logtime mem mountvol mshta msiexec mstsc
    nltest ntbackup ntdsutil nvspbind pnputil powercfg prncnfg prnmngr qbasic quser qwinsta regini
    replace reset restore rpcping run rundll32 scandisk setspn share sleep slmgr tscon tsdiscon
    tskill tzutil undelete unformat verifier vssadmin wbadmin wecutil wevtutil
    arp assoc at attrib bcdedit break cacls cd chcp chdir chkdsk chkntfs choice clip cls cmd color
    comp compact convert copy cscript date defrag del dir diskpart doskey dpath driverquery echo
    endlocal erase eventcreate expand fc find findstr forfiles format fsutil ftp ftype getmac
    gpresult graftabl help hostname icacls ipconfig label logoff makecab md mkdir mklink mode more
    move msg nbtstat net netsh netstat nslookup openfiles path pathping pause ping popd print prompt
    pushd qprocess query rasdial rd recover reg regsvr32 ren rename replace rmdir robocopy route
    runas sc schtasks setlocal setx sfc shift shutdown sort start subst systeminfo takeown taskkill
    tasklist telnet tftp time timeout title tracert tree type typeperf ver verify vol waitfor where
    whoami winrm winrs wmic wscript wuauclt xcopy`,
}
