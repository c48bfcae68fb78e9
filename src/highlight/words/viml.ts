import { VIM_OPTIONS } from './vimOptions.js'

/** Words of Vim's script by class: commands with their short forms; functions, events, styles and options. */
export const VIML_WORDS = {
  k: `
    a ab abc abclear abo aboveleft addd al all ar arga argadd argd argdelete argdo arge argedit argg
    argglobal argl arglocal args argu argument as ascii au b bN bNext ba bad badd ball bd bdelete
    bel belowright bf bfirst bl blast bm bmodified bn bnext bo botright bp bprevious br brea break
    breaka breakadd breakd breakdel breakl breaklist brewind bro browse bufdo buffer buffers bun
    bunload bw bwipeout c cN cNext cNf cNfile ca cabc cabclear cabo cabove cad caddbuffer cadde
    caddexpr caddf caddfile caf cafter cal call cat catch cb cbe cbefore cbel cbelow cbo cbottom
    cbuffer cc ccl cclose cd cdo ce center cex cexpr cf cfdo cfile cfir cfirst cg cgetb cgetbuffer
    cgete cgetexpr cgetfile change changes chd chdir che checkpath checkt checktime chi chistory cl
    cla clast cle clearjumps clist clo close cmapc cmapclear cn cnew cnewer cnext cnf cnfile cnor co
    col colder colo colorscheme com comc comclear comp compiler con conf confirm cons const continue
    cope copen copy cp cpf cpfile cprevious cq cquit cr crewind cs cscope cstag cun cuna cunabbrev
    cw cwindow d debug debugg debuggreedy def delc delcommand delel delep delete deletel deletep
    deletl deletp delf delfunction dell delm delmarks delp dep di dif diffg diffget diffo diffoff
    diffp diffpatch diffpu diffput diffs diffsplit difft diffthis diffupdate dig digraphs dir disa
    disassemble display dj djump dl dli dlist do doau doaut dp dr drop ds dsearch dsp dsplit e ea
    earlier ec echoe echoerr echom echomsg echon edit el else elsei elseif em emenu en endd enddef
    endf endfo endfor endfunction endif endt endtry endw endwhile ene enew eval ex exi exit exp
    export exu exusage f file files filet filetype filt filter fin fina finally find fini finish fir
    first fix fixdel fo fold foldc foldclose foldd folddoc folddoclosed folddoopen foldo foldopen
    for fu fun function g go goto gr grep grepa grepadd gui gvim h ha hardcopy help helpc helpclose
    helpf helpfind helpg helpgrep helpt helptags hi hid hide his history i ia iabc iabclear if ij
    ijump il ilist imapc imapclear imp import in inor intro is isearch isp isplit iuna iunabbrev j
    join ju jumps k kee keepa keepalt keepj keepjumps keepmarks keepp keeppatterns l lN lNext lNf
    lNfile la lab labove lad laddb laddbuffer laddexpr laddf laddfile laf lafter lan language last
    lat later lb lbe lbefore lbel lbelow lbo lbottom lbuffer lc lcd lch lchdir lcl lclose lcs
    lcscope ld ldo le left lefta leftabove let lex lexpr lf lfdo lfile lfir lfirst lg lgetb
    lgetbuffer lgete lgetexpr lgetfile lgr lgrep lgrepa lgrepadd lh lhelpgrep lhi lhistory list ll
    lla llast lli llist lma lmak lmake lmapc lmapclear lne lnew lnewer lnext lnf lnfile lo loadk
    loadkeymap loadview loc lockmarks lockv lockvar lol lolder lop lopen lp lpf lpfile lprevious lr
    lrewind ls lt ltag lua luado luafile lv lvimgrep lvimgrepa lvimgrepadd lw lwindow m ma mak make
    mark marks mat match menut menutranslate mes messages mk mkexrc mks mksession mksp mkspell mkv
    mkvie mkview mkvimrc mod mode move mz mzf mzfile mzscheme n nb nbc nbclose nbkey nbs nbstart new
    next nmapc nmapclear noa noautocmd noh nohlsearch nor nore nos noswapfile nu number o ol
    oldfiles omapc omapclear on only open opt options ownsyntax p pa packadd packl packloadall pc
    pclose pe ped pedit perl perld perldo po pop popu popup pp ppop pre preserve prev previous print
    pro prof profd profdel profile promptf promptfind promptr promptrepl ps psearch ptN ptNext pta
    ptag ptf ptfirst ptj ptjump ptl ptlast ptn ptnext ptp ptprevious ptr ptrewind pts ptselect pu
    put pw pwd py py3 py3do py3f py3file pydo pyf pyfile python python3 pythonx pyx pyxdo pyxfile q
    qa qall quit quita quitall r read rec recover red redi redir redo redr redraw redraws
    redrawstatus redrawt redrawtabline reg registers res resize ret retab retu return rew rewind ri
    right rightb rightbelow ru rub ruby rubyd rubydo rubyf rubyfile rundo runtime rv rviminfo sI sIc
    sIe sIg sIl sIn sIp sIr sN sNext sa sal sall san sandbox sargument sav saveas sb sbN sbNext sba
    sball sbf sbfirst sbl sblast sbm sbmodified sbn sbnext sbp sbprevious sbr sbrewind sbuffer sc
    scI sce scg sci scl scp scr scripte scriptencoding scriptnames scriptv scriptversion scs scscope
    se set setf setfiletype setg setglobal setl setlocal sf sfind sfir sfirst sg sgI sgc sge sgi sgl
    sgn sgp sgr sh shell si sic sie sig sign sil silent sim simalt sin sip sir sl sla slast sleep sm
    smagic smap sme smenu smile sn snext sno snomagic snoreme snoremenu so sor sort source sp spe
    spelld spelldump spellgood spelli spellinfo spellr spellrare spellrepall spellrrare spellu
    spellundo spellw spellwrong split spr sprevious sr srI src sre srewind srg sri srl srn srp st
    sta stag star startg startgreplace startinsert startr startreplace stj stjump stop stopi
    stopinsert sts stselect sun sunhide sunme sunmenu sus suspend sv sview sw swapname sy syn sync
    syncbind syntime t tN tNext ta tab tabN tabNext tabc tabclose tabd tabdo tabe tabedit tabf
    tabfind tabfir tabfirst tabl tablast tabm tabmove tabn tabnew tabnext tabo tabonly tabp
    tabprevious tabr tabrewind tabs tag tags tc tcd tch tchdir tcl tcld tcldo tclf tclfile te
    tearoff ter terminal tf tfirst th throw tj tjump tl tlast tlm tlmenu tln tlnoremenu tlu tlunmenu
    tm tma tmap tmapc tmapclear tmenu tn tnext tno tnoremap to topleft tp tprevious tr trewind try
    ts tselect tu tunma tunmap tunmenu u una unabbreviate undo undoj undojoin undol undolist unh
    unhide unl unlo unlockvar uns unsilent up update v ve verb verbose version vert vertical vi vie
    view vim vim9 vim9script vimgrep vimgrepa vimgrepadd visual viu viusage vmapc vmapclear vne vnew
    vs vsplit w wN wNext wa wall wh while win winc wincmd windo winp winpos winsize wn wnext wp
    wprevious wq wqa wqall write wundo wv wviminfo x xa xall xit xmapc xmapclear xme xmenu xnoreme
    xnoremenu xprop xr xrestore xunme xunmenu xwininfo y yank`,
  nb: `
    BufAdd BufCreate BufDelete BufEnter BufFilePost BufFilePre BufHidden BufLeave BufNew BufNewFile
    BufRead BufReadCmd BufReadPost BufReadPre BufUnload BufWinEnter BufWinLeave BufWipeout BufWrite
    BufWriteCmd BufWritePost BufWritePre CmdUndefined CmdlineChanged CmdlineEnter CmdlineLeave
    CmdwinEnter CmdwinLeave ColorScheme ColorSchemePre CompleteChanged CompleteDone CompleteDonePre
    CursorHold CursorHoldI CursorMoved CursorMovedI DiffUpdated DirChanged EncodingChanged ExitPre
    FileAppendCmd FileAppendPost FileAppendPre FileChangedRO FileChangedShell FileChangedShellPost
    FileEncoding FileReadCmd FileReadPost FileReadPre FileType FileWriteCmd FileWritePost
    FileWritePre FilterReadPost FilterReadPre FilterWritePost FilterWritePre FocusGained FocusLost
    FuncUndefined GUIEnter GUIFailed InsertChange InsertCharPre InsertEnter InsertLeave MenuPopup
    NONE OptionSet QuickFixCmdPost QuickFixCmdPre QuitPre RemoteReply SafeState SafeStateAgain
    SessionLoadPost ShellCmdPost ShellFilterPost SourceCmd SourcePost SourcePre SpellFileMissing
    StdinReadPost StdinReadPre SwapExists Syntax TabClosed TabEnter TabLeave TabNew TermChanged
    TermResponse TerminalOpen TerminalWinOpen TextChanged TextChangedI TextChangedP TextYankPost
    User VimEnter VimLeave VimLeavePre VimResized WinEnter WinLeave WinNew abs acos add and append
    appendbufline argc argidx arglistid argv asin assert_beeps assert_equal assert_equalfile
    assert_exception assert_fails assert_false assert_inrange assert_match assert_notequal
    assert_notmatch assert_report assert_true atan atan2 balloon_gettext balloon_show balloon_split
    bold bufadd bufexists bufload bufloaded bufname bufnr bufwinid bufwinnr byte2line byteidx
    byteidxcomp ceil ch_canread ch_close ch_close_in ch_evalexpr ch_evalraw ch_getbufnr ch_getjob
    ch_info ch_log ch_logfile ch_open ch_read ch_readblob ch_readraw ch_sendexpr ch_sendraw
    ch_setoptions ch_status changenr char2nr clearmatches complete_add complete_check complete_info
    cos cosh count cscope_connection cursor dark debugbreak deepcopy deletebufline did_filetype
    diff_filler diff_hlID echoraw empty environ escape eventhandler executable execute exepath
    exists expand expandcmd extend feedkeys filereadable filewritable finddir findfile float2nr
    floor fmod fnameescape fnamemodify foldclosed foldclosedend foldtextresult foreground funcref
    garbagecollect get getbufinfo getbufline getbufvar getchangelist getchar getcharmod
    getcharsearch getcmdline getcmdpos getcmdtype getcmdwintype getcompletion getcurpos getcwd
    getenv getfontname getfperm getfsize getftime getftype getimstatus getjumplist getline
    getloclist getmatches getmousepos getpid getpos getqflist getreg getregtype gettabinfo gettabvar
    gettabwinvar gettagstack getwininfo getwinpos getwinposx getwinposy getwinvar glob glob2regpat
    globpath has has_key haslocaldir hasmapto histadd histdel histget histnr hlID hlexists hostname
    iconv indent index input inputdialog inputlist inputrestore inputsave inputsecret insert
    interrupt invert isdirectory isinf islocked isnan italic items job_getchannel job_info
    job_setoptions job_start job_status job_stop js_decode js_encode json_decode json_encode keys
    len libcall libcallnr light line line2byte lispindent list2str listener_add listener_flush
    listener_remove localtime log log10 luaeval map maparg mapcheck matchadd matchaddpos matcharg
    matchdelete matchend matchlist matchstr matchstrpos max min mkdir mzeval nextnonblank nr2char or
    pathshorten perleval popup_atcursor popup_beval popup_clear popup_close popup_create
    popup_dialog popup_filter_menu popup_filter_yesno popup_findinfo popup_findpreview
    popup_getoptions popup_getpos popup_hide popup_menu popup_move popup_notification
    popup_setoptions popup_settext popup_show pow prevnonblank printf prompt_setcallback
    prompt_setinterrupt prompt_setprompt prop_add prop_clear prop_find prop_list prop_remove
    prop_type_add prop_type_change prop_type_delete prop_type_get prop_type_list pum_getpos
    pumvisible py3eval pyeval pyxeval rand range readdir readfile reg_executing reg_recording
    reltime reltimefloat reltimestr remote_expr remote_foreground remote_peek remote_read
    remote_send remote_startserver remove rename repeat resolve reverse round rubyeval screenattr
    screenchar screenchars screencol screenpos screenrow screenstring search searchdecl searchpair
    searchpairpos searchpos server2client serverlist setbufline setbufvar setcharsearch setcmdpos
    setenv setfperm setline setloclist setmatches setpos setqflist setreg settabvar settabwinvar
    settagstack setwinvar sha256 shellescape sign_define sign_getdefined sign_getplaced sign_jump
    sign_place sign_placelist sign_undefine sign_unplace sign_unplacelist simplify sinh sound_clear
    sound_playevent sound_playfile sound_stop soundfold spellbadword sqrt srand state str2float
    str2list str2nr strcharpart strchars strdisplaywidth strftime strgetchar stridx string strlen
    strpart strptime strridx strtrans strwidth submatch substitute swapinfo synID synIDattr
    synIDtrans synconcealed synstack system systemlist tabpagebuflist tabpagenr tabpagewinnr
    tagfiles taglist tan tanh tempname term_dumpdiff term_dumpload term_dumpwrite term_getaltscreen
    term_getansicolors term_getattr term_getcursor term_getjob term_getline term_getscrolled
    term_getsize term_getstatus term_gettitle term_gettty term_list term_scrape term_sendkeys
    term_setansicolors term_setapi term_setkill term_setrestore term_setsize term_start term_wait
    test_alloc_fail test_autochdir test_feedinput test_garbagecollect_now test_garbagecollect_soon
    test_getvalue test_ignore_error test_null_blob test_null_channel test_null_dict test_null_job
    test_null_list test_null_partial test_null_string test_option_not_set test_override
    test_refcount test_scrollbar test_setmouse test_settime test_srand_seed test_unknown test_void
    timer_info timer_pause timer_start timer_stop timer_stopall tolower toupper trim trunc type
    underline undotree uniq values virtcol visualmode wildmenumode win_execute win_findbuf win_getid
    win_gettype win_gotoid win_id2tabwin win_id2win win_screenpos win_splitmove win_type winbufnr
    wincol windowsversion winlayout winline winnr winrestcmd winrestview winsaveview wordcount
    writefile xor
    ${VIM_OPTIONS}`,
}
