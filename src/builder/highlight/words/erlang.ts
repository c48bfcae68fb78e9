/** Words of the language that have a class of their own, by class. */
export const ERLANG_WORDS = {
  k: `
    after begin case catch cond end fun if let of query receive try when
  `,
  nb: `
    abs apply atom_to_list bump_reductions byte_size display element erase exit float
    float_to_list fun_info get hash hd integer_to_list is_atom is_binary is_boolean is_float
    is_function is_integer is_list is_number is_record length link list_to_atom list_to_binary
    list_to_existing_atom list_to_float list_to_integer make_tuple md5 memory monitor node nodes
    put register round send send_after setelement size spawn spawn_link split_binary statistics
    system_info tl trace trace_info trunc tuple_size unlink unregister
  `,
  ow: `
    and andalso band bnot bor bsl bsr bxor div not or orelse rem xor
  `,
  p: `
    _ __ ___ ____ _____ ______ _______ ________ _________ __________ ___________ ____________
    _____________ ______________ _______________ ________________ _________________
    _________________________ ___________________________ ________________________________
    _________________________________
  `,
}
