/** Words of the language that have a class of their own, by class. */
export const ERLANG_WORDS = {
  k: `
    after begin case catch cond end fun if let of query receive try when
  `,
  nb: `
    abs append_element apply atom_to_list binary_to_list binary_to_term bit_size bitstring_to_list
    bump_reductions byte_size cancel_timer check_process_code delete_module demonitor
    disconnect_node display element erase exit float float_to_list fun_info fun_to_list
    function_exported garbage_collect get get_keys group_leader hash hd integer_to_list
    iolist_size iolist_to_binary is_atom is_binary is_bitstring is_boolean is_builtin is_float
    is_function is_integer is_list is_number is_pid is_port is_process_alive is_record
    is_reference is_tuple length link list_to_atom list_to_binary list_to_bitstring
    list_to_existing_atom list_to_float list_to_integer list_to_pid list_to_tuple load_module
    localtime_to_universaltime make_tuple md5 md5_final md5_update memory module_loaded monitor
    monitor_node node nodes open_port phash phash2 pid_to_list port_call port_close port_command
    port_connect port_control port_info port_to_list process_display process_flag process_info
    purge_module put read_timer ref_to_list register resume_process round send send_after
    send_nosuspend set_cookie setelement size spawn spawn_link spawn_monitor spawn_opt
    split_binary start_timer statistics suspend_process system_flag system_info system_monitor
    system_profile term_to_binary tl trace trace_delivered trace_info trace_pattern trunc
    tuple_size tuple_to_list universaltime_to_localtime unlink unregister whereis
  `,
  ow: `
    and andalso band bnot bor bsl bsr bxor div not or orelse rem xor
  `,
}
