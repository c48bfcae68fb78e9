/** Words of the language that have a class of their own, by class. */
export const VERILOG_WORDS = {
  k: `
    alias always always_comb always_ff always_latch assert assert_strobe assign assume attribute
    automatic before begin bind bins binsof break case casex casez clocking config constraint
    context continue cover covergroup coverpoint cross deassign default defparam design dist do
    else end endattribute endcase endclass endclocking endconfig endfunction endgenerate endgroup
    endinterface endmodule endpackage endprimitive endprogram endproperty endsequence endspecify
    endtable endtask expect export extends extern final first_match for force foreach forever fork
    forkjoin function generate genvar if iff ifnone ignore_bins illegal_bins import incdir include
    initial inside instance interface intersect join join_any join_none liblist library local
    localparam matches modport module new noshowcancelled null package parameter primitive
    priority program property protected pulsestyle_ondetect pulsestyle_onevent pure rand randc
    randcase randsequence release return sequence showcancelled solve specify super table task
    this throughout timeprecision timeunit type typedef unique use wait wait_order while wildcard
    with within
  `,
  kt: `
    and bit buf bufif0 bufif1 byte cell chandle class cmos const disable edge enum event highz0
    highz1 inout input int integer logic longint macromodule medium nand negedge nmos nor not
    notif0 notif1 or output packed pmos posedge pull0 pull1 pulldown pullup rcmos real realtime
    ref reg repeat rnmos rpmos rtran rtranif0 rtranif1 scalared shortint shortreal signed
    specparam static strength string strong0 strong1 struct supply0 supply1 tagged time tran
    tranif0 tranif1 tri tri0 tri1 triand trior trireg union unsigned uwire var vectored virtual
    void wand weak[01] wire wor xnor xor
  `,
  nb: `
    acos acosh asin asinh assertfailoff assertfailon assertkill assertnonvacuouson assertoff
    asserton assertpassoff assertpasson assertvacuousoff atan atan2 atanh bits bitstoreal
    bitstoshortreal cast ceil changed changed_gclk changing_gclk clog2 cos cosh countones
    coverage_control coverage_get coverage_get_max coverage_merge coverage_save dimensions display
    displayb displayh displayo dist_chi_square dist_erlang dist_exponential dist_normal
    dist_poisson dist_t dist_uniform dumpall dumpfile dumpflush dumplimit dumpoff dumpon dumpports
    dumpportsall dumpportsflush dumpportslimit dumpportsoff dumpportson dumpvars error exit exp
    falling_gclk fclose fdisplay fdisplayb fdisplayh fdisplayo fell fell_gclk feof ferror fflush
    fgetc fgets finish floor fmonitor fmonitorb fmonitorh fmonitoro fopen fread fscanf fseek
    fstrobe fstrobeb fstrobeh fstrobeo ftell future_gclk fwrite fwriteb fwriteh fwriteo
    get_coverage high hypot increment info isunbounded isunknown itor left ln load_coverage_db
    log10 low monitor monitorb monitorh monitoro monitoroff monitoron onehot onehot0 past
    past_gclk pow printtimescale q_add q_exam q_full q_initialize q_remove random readmemb
    readmemh realtobits rewind right rising_gclk rose rose_gclk rtoi sampled set_coverage_db_name
    sformat sformatf shortrealtobits sin sinh size sqrt sscanf stable stable_gclk steady_gclk
    stime stop strobe strobeb strobeh strobeo swrite swriteb swriteh swriteo system tan tanh
    timeformat typename ungetc unpacked_dimensions warning write writeb writeh writememb writememh
    writeo
  `,
}
