/** Words of Vim's script by class: commands; options, events and functions. */
export const VIML_WORDS = {
  k: `
    a ab abc aboveleft al all ar arga argd argdo arge argg argl args argu as au b bN ba badd
    bd bdelete bel belowright bf bl bm bn bnext bo botright bp bprevious br brea break breaka
    bro browse bufdo buffer buffers bun bw bwipeout c cN ca cabc cad cal call cat catch cb cc
    cd ce cex cf cg cgetb change changes chd che checkpath checktime cl clist clo close cn
    cnew cnext co col colder colo colorscheme com comc comp compiler con conf confirm continue
    cope copen copy cp cpf cq cr cs cstag cuna cw cwindow d debug def delcommand delete delf
    delfunction delm di diffg diffo diffoff diffpatch diffpu diffsplit diffthis diffupdate dig
    dir display dj dl dp dr drop ds dsp e ea earlier ec echoe echoerr echom echomsg echon edit
    el else elsei elseif em en endf endfo endfor endfunction endif endt endtry endw endwhile
    ene enew eval ex exi exit exp f file files filetype filter fin finally find fini finish
    fir first fix fo fold foldc foldd folddoc foldo for fu fun function g go goto gr grep
    grepa h ha hardcopy help helpf helpg helpt helptags hi hid hide his history i ia if ij il imapclear
    in intro is isp j join ju jumps k kee keepalt keepjumps keepmarks l lN laddb language last
    later lc lcd lcs le leftabove let lex lf lg lgr lh list ll lla lne lnf lo loadview loc
    lockmarks lockvar lop lopen lp lr ls lt lua lv lw m ma make mark marks mat match messages
    mk mkexrc mks mksession mkv mkvie mkvimrc mod mode move mz n new next noh nohlsearch
    noswapfile nu number o on only open options p pa pc pe pedit perl po pop popu pp pre
    preserve prev previous print pro profile promptfind ps psearch ptag pu put pw pwd py pyf
    python pyx q qa quit quita r read rec recover red redi redir redo redraw redraws
    redrawstatus reg registers res resize ret retab return rew rewind ri right rightbelow ru
    rub ruby runtime rv rviminfo sN sa sal san sav saveas sb sba sbr sc scr scripte
    scriptnames scs se set setf setfiletype setg setglobal setl setlocal sf sh shell si sign
    sil silent sin sl sla sleep sm smagic smap sn so sor sort source sp spe spellgood spellr
    split spr sr st sta star startinsert stj stop stopi sts sun sus suspend sv sview sw sy syn
    sync t tab tabN tabc tabclose tabd tabdo tabe tabedit tabf tabfind tabfirst tabl tabm
    tabmove tabn tabnew tabnext tabo tabonly tabp tabprevious tabr tabs tag tags tc tcl te tf
    th throw tj tl tm tn to topleft tp tr try ts tu u una undo undoj undol unlo unlockvar uns
    up update v ve verbose vert vertical vi vie view vim vimgrep vimgrepa viu vne vnew vs
    vsplit w wa wall wh while winc wincmd windo winp winsize wn wnext wp wq wqa write x xa
    xall xit xme y yank`,
  nb: `
    BufAdd BufCreate BufDelete BufEnter BufFilePost BufHidden BufLeave BufNew BufNewFile
    BufRead BufReadCmd BufReadPost BufReadPre BufUnload BufWinEnter BufWinLeave BufWipeout
    BufWrite BufWriteCmd BufWritePost BufWritePre CmdwinEnter CmdwinLeave ColorScheme
    CompleteDone CursorHold CursorHoldI CursorMoved CursorMovedI EncodingChanged FileAppendCmd
    FileAppendPost FileAppendPre FileChangedRO FileChangedShell FileChangedShellPost
    FileEncoding FileReadCmd FileReadPost FileReadPre FileType FileWriteCmd FileWritePost
    FileWritePre FilterReadPost FilterReadPre FilterWritePost FilterWritePre FocusGained
    FocusLost FuncUndefined GUIEnter GUIFailed InsertChange InsertCharPre InsertEnter
    InsertLeave MenuPopup QuickFixCmdPost QuickFixCmdPre QuitPre RemoteReply SessionLoadPost
    ShellCmdPost ShellFilterPost SourceCmd SourcePre SpellFileMissing StdinReadPost
    StdinReadPre SwapExists Syntax TabEnter TabLeave TermChanged TermResponse TextChanged
    TextChangedI User VimEnter VimLeave VimLeavePre VimResized WinEnter WinLeave WinNew abs
    acd acos add ai ambiwidth ambw antialias append argc argidx arglistid argv asin atan atan2
    autochdir autoindent autoread autowrite aw background backspace backup backupdir
    balloonexpr bdir bg bh binary bk bomb browsedir bs bt bufexists bufhidden buflisted
    bufloaded bufname bufnr buftype bufwinnr byte2line byteidx ceil cfu ch ch_open changenr
    char2nr cin cindent clearmatches clipboard cm cmdheight cms cocu cole colorcolumn columns
    comments commentstring compatible complete complete_add complete_check completefunc
    completeopt concealcursor conceallevel cos cosh cot count cpo cpoptions cpt cryptmethod
    cscope_connection cscopetag cst cul cursor cursorline deepcopy define dict dictionary
    did_filetype diff diff_filler diff_hlID diffopt dip directory dy eb efm ei empty enc
    encoding ep equalalways equalprg errorbells errorformat escape et eventhandler eventignore
    executable execute exists expand expandtab exrc extend fcs fdc fde fdl fdls fdm fdn
    feedkeys fen fenc fencs ff ffs fileencoding fileencodings fileformat fileformats
    fileignorecase filereadable filewritable fillchars finddir findfile float2nr floor fmod
    fmr fnameescape fnamemodify foldclosed foldclosedend foldcolumn foldenable foldexpr
    foldlevel foldlevelstart foldmarker foldmethod foldnestmax foldtext foldtextresult
    foreground formatoptions fs fsync ft garbagecollect gcr gd gdefault get getbufline
    getbufvar getchar getcharmod getcmdline getcmdpos getcmdtype getcwd getfontname getfperm
    getfsize getftime getftype getline getloclist getmatches getpid getpos getqflist getreg
    getregtype gettabvar gettabwinvar getwinposx getwinposy getwinvar gfn glob globpath gp
    grepprg guicursor guifont guifontwide guioptions has has_key haslocaldir hasmapto helplang
    hidden highlight histadd histdel histget histnr hlID hlexists hlg hls hlsearch hostname ic
    icon iconv ignorecase imdisable imi iminsert ims imsearch inc include includeexpr
    incsearch inde indent indentexpr index inex input inputdialog inputlist inputrestore
    inputsave inputsecret insert isdirectory isf isfname isk iskeyword islocked isprint items
    job_start joinspaces js json_decode key keys keywordprg kp langmenu laststatus lazyredraw
    lbr len libcall libcallnr line line2byte linebreak lines linespace lisp lispindent
    listchars lm lmap localtime log log10 lsp luaeval lz magic makeef makeprg map maparg
    mapcheck matchadd matcharg matchdelete matchend matchlist matchpairs matchstr matchtime
    max maxmempattern mef menuitems mh min mis mkdir mkspellmem ml mls mmp modeline modelines
    modifiable mouse mousehide mp mps msm mzeval nextnonblank nf noai nobackup nobomb
    nocompatible nocp nocul nocursorline noerrorbells noet noexpandtab nofoldenable noic
    noignorecase nojoinspaces nolinebreak nolist noma nomodeline nonumber nopaste
    norelativenumber noremap nornu noru nosc noshowcmd noshowmatch noshowmode nosi nospell
    nostartofline novisualbell nowrap nowrapscan nowritebackup nr2char nrformats numberwidth
    nuw ofu omnifunc opendevice paste pastetoggle patchmode path pathshorten ph pi pm popt pow
    preserveindent previewheight prevnonblank printf printoptions pt pumheight pumvisible pvh
    pyeval qe quoteescape range rdt readfile readonly redrawtime relativenumber reltime
    reltimestr remap remote_expr remove rename repeat report resolve restorescreen reverse
    revins rightleft rl rnu ro round rtp ruf ruler rulerformat runtimepath screenattr scroll
    scrolljump scrolloff search searchdecl searchpair searchpairpos searchpos secure sel
    selection selectmode server2client serverlist sessionoptions setbufvar setcmdpos setline
    setloclist setmatches setpos setqflist setreg settabvar setwinvar sha256 shcf shellcmdflag
    shellescape shellpipe shellredir shellslash shiftround shiftwidth shm shortmess showbreak
    showcmd showmatch showmode showtabline sidescroll sidescrolloff signcolumn simplify sinh
    siso sj slm smartcase smartindent smarttab smc smd softtabstop sol soundfold spell
    spellbadword spellfile spelllang spellsuggest spf spl splitbelow splitright sqrt srr ss
    ssl ssop stal startofline statusline stl str2float str2nr strchars strdisplaywidth
    strftime stridx string strlen strpart strridx strtrans strwidth su sua submatch substitute
    suffixes suffixesadd swapfile swb swf switchbuf synID synIDattr synmaxcol synstack syntax
    system systemlist t_Co t_vb tabline tabpagebuflist tabpagemax tabpagenr tabpagewinnr
    tabstop tagfiles taglist tal tan tanh tempname tenc term termencoding termguicolors terse
    textwidth tgc tildeop timeout timeoutlen timer_start title titlestring tolower toupper tpm
    trim trunc ttimeout ttimeoutlen ttm ttyfast ttym ttymouse ttyscroll ttytype tw type udf
    udir ul undodir undofile undolevels undoreload undotree uniq updatetime ur ut values vb
    viewoptions viminfo virtcol virtualedit visualbell visualmode vop warn wb wc weirdinvert
    wfh wfw whichwrap wi wig wildchar wildignore wildmenu wildmenumode wildmode wim winbufnr
    wincol window winfixheight winheight winline winminheight winnr winrestcmd winrestview
    winsaveview winwidth wiw wm wmh wmnu wrap wrapmargin wrapscan writebackup writefile ws ww
    xor`,
}
