/** Options of Vim with their short forms, and how they are turned off. */
export const VIM_OPTIONS = `
    acd ai akm aleph allowrevins altkeymap ambiwidth ambw anti antialias arab arabic arabicshape ari
    arshape autochdir autoindent autoread autowrite autowriteall aw awa background backspace backup
    backupcopy backupdir backupext backupskip balloondelay ballooneval balloonevalterm balloonexpr
    bdir bdlay belloff beval bevalterm bex bexpr bg bh bin binary bk bkc bomb breakat breakindent
    breakindentopt bri briopt brk browsedir bs bsdir bsk bt bufhidden buflisted buftype casemap ccv
    cdpath cedit cfu ch charconvert ci cin cindent cink cinkeys cino cinoptions cinw cinwords
    clipboard cm cmdheight cmdwinheight cmp cms cocu cole colorcolumn columns comments commentstring
    compatible complete completefunc completeopt completepopup completeslash concealcursor
    conceallevel copyindent cot cpo cpoptions cpp cpt crb cryptmethod cscopepathcomp cscopeprg
    cscopequickfix cscoperelative cscopetag cscopetagorder cscopeverbose csl cspc csprg csqf csre
    cst csto csverb cuc cul culopt cursorbind cursorcolumn cursorline cursorlineopt cwh deco define
    delcombine dex dg dict dictionary diff diffexpr diffopt digraph dip directory dy ead eadirection
    eb ed edcompatible ef efm ei ek emo emoji enc encoding endofline eol ep equalalways equalprg
    errorbells errorfile errorformat esckeys et eventignore expandtab exrc fcl fcs fdc fde fdi fdl
    fdls fdm fdn fdo fdt fen fenc fencs fex ff ffs fic fileencoding fileencodings fileformat
    fileformats fileignorecase fillchars fixendofline fixeol fk fkmap flp fml fmr foldcolumn
    foldenable foldexpr foldignore foldlevel foldlevelstart foldmarker foldmethod foldminlines
    foldnestmax foldtext formatexpr formatlistpat formatoptions formatprg fp fs fsync ft gcr gd
    gdefault gfm gfn gfs gfw ghr gp grepformat grepprg gtl gtt guicursor guifont guifontset
    guifontwide guiheadroom guioptions guipty guitablabel guitabtooltip helpfile helpheight helplang
    hf hh hidden highlight hk hkmap hkmapp hkp hl hlg hls hlsearch ic icon iconstring ignorecase im
    imactivatefunc imactivatekey imaf imak imc imcmdline imd imdisable imi iminsert ims imsearch
    imsf imst imstatusfunc imstyle inc include includeexpr incsearch inde indentexpr indentkeys indk
    inex inf infercase insertmode invacd invai invakm invallowrevins invaltkeymap invanti
    invantialias invar invarab invarabic invarabicshape invari invarshape invautochdir invautoindent
    invautoread invautowrite invautowriteall invaw invawa invbackup invballooneval
    invballoonevalterm invbeval invbevalterm invbin invbinary invbk invbl invbomb invbreakindent
    invbri invbuflisted invcf invci invcin invcindent invcompatible invconfirm invcopyindent invcp
    invcrb invcscoperelative invcscopetag invcscopeverbose invcsre invcst invcsverb invcuc invcul
    invcursorbind invcursorcolumn invcursorline invdeco invdelcombine invdg invdiff invdigraph invea
    inveb inved invedcompatible invek invemo invemoji invendofline inveol invequalalways
    inverrorbells invesckeys invet invex invexpandtab invexrc invfen invfic invfileignorecase
    invfixendofline invfixeol invfk invfkmap invfoldenable invfs invfsync invgd invgdefault
    invguipty invhid invhidden invhk invhkmap invhkmapp invhkp invhls invhlsearch invic invicon
    invignorecase invim invimc invimcmdline invimd invimdisable invincsearch invinf invinfercase
    invinsertmode invis invjoinspaces invjs invlangnoremap invlangremap invlazyredraw invlbr
    invlinebreak invlisp invlist invlnr invloadplugins invlpl invlrm invlz invma invmacatsui
    invmagic invmh invml invmle invmod invmodeline invmodelineexpr invmodifiable invmodified invmore
    invmousef invmousefocus invmousehide invnu invnumber invodev invopendevice invpaste invpi
    invpreserveindent invpreviewwindow invprompt invpvw invreadonly invrelativenumber invremap
    invrestorescreen invrevins invri invrightleft invrl invrnu invro invrs invru invruler invsb
    invsc invscb invscf invscrollbind invscrollfocus invscs invsecure invsft invshellslash
    invshelltemp invshiftround invshortname invshowcmd invshowfulltag invshowmatch invshowmode invsi
    invsm invsmartcase invsmartindent invsmarttab invsmd invsn invsol invspell invsplitbelow
    invsplitright invspr invsr invssl invsta invstartofline invstmp invswapfile invswf invta
    invtagbsearch invtagrelative invtagstack invtbi invtbidi invtbs invtermbidi invterse invtextauto
    invtextmode invtf invtgst invtildeop invtimeout invtitle invto invtop invtr invttimeout
    invttybuiltin invttyfast invtx invudf invundofile invvb invvisualbell invwa invwarn invwb
    invweirdinvert invwfh invwfw invwic invwildignorecase invwildmenu invwinfixheight invwinfixwidth
    invwiv invwmnu invwrap invwrapscan invwrite invwriteany invwritebackup invws isf isfname isi
    isident isk iskeyword isprint joinspaces js key keymap keymodel keywordprg km kmp kp langmap
    langmenu langnoremap langremap laststatus lazyredraw lbr linebreak lines linespace lisp
    lispwords listchars lm lmap lnr loadplugins lpl lrm lsp luadll lz macatsui magic makeef
    makeencoding makeprg matchpairs matchtime maxcombine maxfuncdepth maxmapdepth maxmem
    maxmempattern maxmemtot mco mef menc menuitems mfd mh mis mkspellmem ml mle mls mm mmd mmp mmt
    modeline modelineexpr modelines modifiable modified more mouse mousef mousefocus mousehide
    mousem mousemodel mouses mouseshape mouset mousetime mp mps msm mzq mzquantum mzschemedll
    mzschemegcdll nf noacd noai noakm noallowrevins noaltkeymap noanti noantialias noar noarab
    noarabic noarabicshape noari noarshape noautochdir noautoindent noautoread noautowrite
    noautowriteall noaw noawa nobackup noballooneval noballoonevalterm nobeval nobevalterm nobin
    nobinary nobk nobl nobomb nobreakindent nobri nobuflisted nocf noci nocin nocindent nocompatible
    noconfirm nocopyindent nocp nocrb nocscoperelative nocscopetag nocscopeverbose nocsre nocst
    nocsverb nocuc nocul nocursorbind nocursorcolumn nocursorline nodeco nodelcombine nodg nodiff
    nodigraph noea noeb noed noedcompatible noek noemo noemoji noendofline noeol noequalalways
    noerrorbells noesckeys noet noex noexpandtab noexrc nofen nofic nofileignorecase nofixendofline
    nofixeol nofk nofkmap nofoldenable nofs nofsync nogd nogdefault noguipty nohid nohidden nohk
    nohkmap nohkmapp nohkp nohls noic noicon noignorecase noim noimc noimcmdline noimd noimdisable
    noincsearch noinf noinfercase noinsertmode nois nojoinspaces nojs nolangnoremap nolangremap
    nolazyredraw nolbr nolinebreak nolisp nolist nolnr noloadplugins nolpl nolrm nolz noma
    nomacatsui nomagic nomh noml nomle nomod nomodeline nomodelineexpr nomodifiable nomodified
    nomore nomousef nomousefocus nomousehide nonu nonumber noodev noopendevice nopaste nopi
    nopreserveindent nopreviewwindow noprompt nopvw noreadonly norelativenumber noremap
    norestorescreen norevins nori norightleft norl nornu noro nors noru noruler nosb nosc noscb
    noscf noscrollbind noscrollfocus noscs nosecure nosft noshellslash noshelltemp noshiftround
    noshortname noshowcmd noshowfulltag noshowmatch noshowmode nosi nosm nosmartcase nosmartindent
    nosmarttab nosmd nosn nosol nospell nosplitbelow nosplitright nospr nosr nossl nosta
    nostartofline nostmp noswf nota notagbsearch notagrelative notagstack notbi notbidi notbs
    notermbidi noterse notextauto notextmode notf notgst notildeop notimeout notitle noto notop notr
    nottimeout nottybuiltin nottyfast notx noudf noundofile novb novisualbell nowa nowarn nowb
    noweirdinvert nowfh nowfw nowic nowildignorecase nowildmenu nowinfixheight nowinfixwidth nowiv
    nowmnu nowrap nowrapscan nowrite nowriteany nowritebackup nows nrformats numberwidth nuw odev
    oft ofu omnifunc opendevice operatorfunc opfunc osfiletype packpath para paragraphs paste
    pastetoggle patchexpr patchmode path pdev penc perldll pex pexpr pfn ph pheader pi pm pmbcs
    pmbfn popt preserveindent previewheight previewpopup previewwindow printdevice printencoding
    printexpr printfont printheader printmbcharset printmbfont printoptions prompt pt pumheight
    pumwidth pvh pvp pvw pythondll pythonhome pythonthreedll pythonthreehome pyxversion qe
    quoteescape rdt re readonly redrawtime regexpengine relativenumber remap renderoptions report
    restorescreen revins rightleft rightleftcmd rl rlc rnu ro rop rs rtp rubydll ruf ruler
    rulerformat runtimepath sbo scb scf scroll scrollbind scrollfocus scrolljump scrolloff scrollopt
    sect sections secure sel selection selectmode sessionoptions sft shcf shellcmdflag shellpipe
    shellquote shellredir shellslash shelltemp shelltype shellxescape shellxquote shiftround
    shiftwidth shm shortmess shortname showbreak showcmd showfulltag showmatch showmode showtabline
    shq sidescroll sidescrolloff signcolumn siso sj slm smartcase smartindent smarttab smc smd
    softtabstop sol spc spell spellcapcheck spellfile spelllang spellsuggest spf spl splitbelow
    splitright sps srr ss ssl ssop stal startofline statusline stl stmp su sua suffixes suffixesadd
    swapfile swapsync swb swf switchbuf sws sxe sxq synmaxcol syntax t_8b t_8f t_AB t_AF t_AL t_BD
    t_BE t_CS t_CV t_Ce t_Co t_Cs t_DL t_EC t_EI t_F1 t_F2 t_F3 t_F4 t_F5 t_F6 t_F7 t_F8 t_F9 t_GP
    t_IE t_IS t_K1 t_K3 t_K4 t_K5 t_K6 t_K7 t_K8 t_K9 t_KA t_KB t_KC t_KD t_KE t_KF t_KG t_KH t_KI
    t_KJ t_KK t_KL t_PE t_PS t_RB t_RC t_RF t_RI t_RS t_RT t_RV t_Ri t_SC t_SH t_SI t_SR t_ST t_Sb
    t_Sf t_Si t_TE t_TI t_Te t_Ts t_VS t_WP t_WS t_ZH t_ZR t_al t_bc t_cd t_ce t_cl t_cm t_cs t_da
    t_db t_dl t_fs t_k1 t_k2 t_k3 t_k4 t_k5 t_k6 t_k7 t_k8 t_k9 t_kB t_kD t_kI t_kN t_kP t_kb t_kd
    t_ke t_kh t_kl t_kr t_ks t_ku t_le t_mb t_md t_me t_mr t_ms t_nd t_op t_se t_so t_sr t_te t_ti
    t_ts t_u7 t_ue t_us t_ut t_vb t_ve t_vi t_vs t_xn t_xs tabline tabpagemax tabstop tagbsearch
    tagcase tagfunc taglength tagrelative tagstack tal tb tbi tbidi tbis tbs tcldll tenc term
    termbidi termencoding termguicolors termwinkey termwinscroll termwinsize termwintype terse
    textauto textmode textwidth tfu tgc tgst thesaurus tildeop timeout timeoutlen title titlelen
    titleold titlestring toolbar toolbariconsize top tpm tsl tsr ttimeout ttimeoutlen ttm tty
    ttybuiltin ttyfast ttym ttymouse ttyscroll ttytype tw twk tws twsl twt tx uc udf udir ul undodir
    undofile undolevels undoreload updatecount updatetime ur ut varsofttabstop vartabstop vb vbs
    vdir verbosefile vfile viewdir viewoptions vif viminfo viminfofile virtualedit visualbell vop
    vsts vts wak warn wb wc wcm wcr wd weirdinvert wfh wfw whichwrap wi wic wig wildchar wildcharm
    wildignore wildignorecase wildmenu wildmode wildoptions wim winaltkeys wincolor window
    winfixheight winfixwidth winheight winminheight winminwidth winptydll winwidth wiv wiw wm wmh
    wmnu wmw wop wrap wrapmargin wrapscan writeany writebackup writedelay ws ww`
