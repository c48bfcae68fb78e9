/** Words of LLVM's intermediate representation by class. */
export const LLVM_WORDS = {
  k: `
    acq_rel acquire add addrspace addrspacecast afn alias align alignstack alloca allocsize
    alwaysinline and any appending arcp argmemonly arm_aapcs_vfpcc arm_aapcscc arm_apcscc ashr asm
    atomic atomicrmw attributes available_externally bitcast blockaddress br builtin byval c call
    callbr caller catch catchpad catchret catchswitch cc ccc cleanup cleanuppad cleanupret cmpxchg
    cold coldcc comdat common constant contract convergent datalayout declare default define deplibs
    dereferenceable distinct dllexport dllimport dso_local dso_preemptable eq exact exactmatch extern_weak
    external externally_initialized extractelement extractvalue fadd false fast fastcc fcmp fdiv
    fence filter fmul fneg fpext fptosi fptoui fptrunc freeze frem from fsub gc getelementptr global
    hhvmcc hidden hot icmp ifunc immarg inalloca inbounds indirectbr initialexec inlinehint inrange
    inreg insertelement insertvalue inteldialect internal inttoptr invoke jumptable landingpad
    largest linkonce linkonce_odr load local_unnamed_addr localdynamic localexec lshr max min minsize
    module monotonic mul musttail naked nand ne nest ninf nnan noalias nobuiltin nocapture nocf_check
    noduplicate noduplicates nofree noimplicitfloat noinline none nonlazybind nonnull norecurse
    noredzone noreturn nosync notail nounwind nsw nsz null nuw oeq oge ogt ole olt one opaque optnone
    optsize or ord partition personality phi prefix private prologue protected ptrtoint ptx_device
    ptx_kernel readnone readonly reassoc release resume ret returned safestack samesize
    sanitize_address sanitize_hwaddress sanitize_memory sanitize_thread sdiv section select seq_cst
    sext sge sgt shadowcallstack shl shufflevector sideeffect signext sitofp sle slt source_filename
    speculatable speculative_load_hardening spir_func spir_kernel srem sret ssp sspreq sspstrong
    store strictfp sub swifterror swiftself switch syncscope tail target thread_local to triple true
    trunc type udiv ueq uge ugt uitofp ule ult umax umin undef une unnamed_addr uno unordered
    unreachable unwind urem uselistorder uselistorder_bb uwtable va_arg volatile vscale weak weak_odr
    willreturn within writeonly zeroext zeroinitializer zext
  `,
  kt: `
    double float fp128 half label metadata ppc_fp128 token void
  `,
}
