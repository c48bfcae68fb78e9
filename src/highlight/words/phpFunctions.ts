/** Words of the language that have a class of their own, by class. */
export const PHP_FUNCTIONS = {
  k: `
    __class__ __dir__ __file__ __function__ __line__ __method__ __namespace__ __trait__ abstract
    and array as break case catch clone continue declare default die do echo else elseif empty
    endfor endforeach endif endswitch endwhile eval exit extends final finally fn for foreach
    function global goto if implements include include_once instanceof insteadof isset list match
    new or parent print private protected public readonly require require_once return self static
    switch throw try unset var while xor yield
  `,
  nb: `
    abs acos acosh addcslashes addslashes apache_request_headers apc_add apc_delete apc_exists
    apc_fetch apc_store apcu_delete apcu_fetch apcu_store array_change_key_case array_chunk
    array_column array_combine array_count_values array_diff array_diff_assoc array_diff_key
    array_diff_uassoc array_diff_ukey array_fill array_fill_keys array_filter array_flip
    array_intersect array_intersect_assoc array_intersect_key array_intersect_uassoc
    array_intersect_ukey array_key_exists array_key_first array_key_last array_keys array_map
    array_merge array_merge_recursive array_multisort array_pad array_pop array_product
    array_push array_rand array_reduce array_replace array_replace_recursive array_reverse
    array_search array_shift array_slice array_splice array_sum array_udiff array_udiff_assoc
    array_uintersect array_unique array_unshift array_values array_walk array_walk_recursive
    arsort asin asinh asort assert assert_options atan atan2 atanh base64_decode base64_encode
    base_convert basename bcadd bccomp bcdiv bcmod bcmul bcpow bcpowmod bcscale bcsqrt bcsub
    bin2hex bindec boolval bzcompress bzdecompress bzopen cal_days_in_month cal_from_jd
    cal_info cal_to_jd call_user_func call_user_func_array ceil chdir checkdate chgrp chmod
    chop chown chr chroot chunk_split class_alias class_exists class_implements class_parents
    class_uses clearstatcache closedir closelog compact connection_aborted connection_status
    constant convert_cyr_string convert_uudecode convert_uuencode copy cos cosh count
    count_chars crc32 create_function crypt ctype_alnum ctype_alpha ctype_cntrl ctype_digit
    ctype_graph ctype_lower ctype_print ctype_punct ctype_space ctype_upper ctype_xdigit
    curl_close curl_copy_handle curl_errno curl_error curl_escape curl_exec curl_file_create
    curl_getinfo curl_init curl_multi_add_handle curl_multi_close curl_multi_exec
    curl_multi_getcontent curl_multi_info_read curl_multi_init curl_multi_remove_handle
    curl_multi_select curl_multi_setopt curl_pause curl_reset curl_setopt curl_setopt_array
    curl_share_init curl_strerror curl_unescape curl_version current date date_add date_create
    date_create_from_format date_create_immutable date_date_set date_default_timezone_get
    date_default_timezone_set date_diff date_format date_interval_create_from_date_string
    date_interval_format date_isodate_set date_modify date_offset_get date_parse
    date_parse_from_format date_sub date_sun_info date_sunrise date_sunset date_time_set
    date_timestamp_get date_timestamp_set date_timezone_get date_timezone_set dba_open
    debug_backtrace debug_print_backtrace debug_zval_dump define define_syslog_variables
    defined deg2rad delete dir dirname disk_free_space dl dns_check_record dns_get_record
    dom_import_simplexml doubleval each easter_date easter_days eio_open enchant_broker_init
    end ereg ereg_replace eregi error_clear_last error_get_last error_log error_reporting
    escapeshellarg escapeshellcmd exec exif_read_data exp explode expm1 expression
    extension_loaded extract ezmlm_hash fclose feof fflush fgetc fgetcsv fgets fgetss file
    file_exists file_get_contents file_put_contents fileatime filectime filegroup filemtime
    fileowner fileperms filesize filetype filter_has_var filter_input filter_input_array
    filter_list filter_var filter_var_array finfo_file finfo_open floatval flock floor flush
    fmod fnmatch fopen forward_static_call forward_static_call_array fpassthru fprintf fputcsv
    fputs fread frenchtojd fscanf fseek fsockopen fstat ftell ftok ftp_cdup ftp_chdir
    ftp_close ftp_connect ftp_delete ftp_exec ftp_fget ftp_fput ftp_get ftp_login ftp_mkdir
    ftp_nlist ftp_pasv ftp_put ftp_pwd ftp_rename ftp_rmdir ftp_size ftp_ssl_connect ftruncate
    func_get_arg func_get_args func_num_args function_exists fwrite gc_collect_cycles
    gc_disable gc_enable gc_enabled gc_mem_caches gc_status geoip_country_code_by_name
    get_browser get_called_class get_cfg_var get_class get_class_methods get_class_vars
    get_current_user get_declared_classes get_declared_interfaces get_declared_traits
    get_defined_constants get_defined_functions get_defined_vars get_extension_funcs
    get_headers get_html_translation_table get_include_path get_included_files
    get_loaded_extensions get_magic_quotes_gpc get_magic_quotes_runtime get_meta_tags
    get_object_vars get_parent_class get_required_files get_resource_type get_resources getcwd
    getdate getenv gethostbyaddr gethostbyname gethostbynamel gethostname getimagesize
    getimagesizefromstring getlastmod getmxrr getmygid getmyinode getmypid getmyuid getopt
    getprotobyname getprotobynumber getrandmax getrusage getservbyname getservbyport gettext
    gettimeofday gettype glob gmdate gmmktime gmp_add gmp_cmp gmp_init gmp_mul gmp_strval
    gmstrftime gregoriantojd gzclose gzcompress gzdecode gzdeflate gzencode gzeof gzfile
    gzgetc gzgets gzinflate gzopen gzpassthru gzputs gzread gzseek gztell gzuncompress gzwrite
    hash hash_algos hash_copy hash_equals hash_file hash_final hash_hkdf hash_hmac
    hash_hmac_algos hash_hmac_file hash_init hash_pbkdf2 hash_update hash_update_file
    hash_update_stream header header_register_callback header_remove headers_list headers_sent
    hebrev hex2bin hexdec highlight_file highlight_string hrtime html_entity_decode
    htmlentities htmlspecialchars htmlspecialchars_decode http_build_query http_response_code
    hypot iconv iconv_get_encoding iconv_mime_decode iconv_mime_encode iconv_set_encoding
    iconv_strlen iconv_strpos iconv_strrpos iconv_substr idate idn_to_ascii idn_to_utf8
    ignore_user_abort image_type_to_extension image_type_to_mime_type imagealphablending
    imageantialias imagearc imagechar imagecolorallocate imagecolorallocatealpha imagecolorat
    imagecolorsforindex imagecolortransparent imageconvolution imagecopy imagecopymerge
    imagecopymergegray imagecopyresampled imagecopyresized imagecreate imagecreatefromgd
    imagecreatefromgif imagecreatefromjpeg imagecreatefrompng imagecreatefromstring
    imagecreatefromwbmp imagecreatefromwebp imagecreatetruecolor imagecrop imagedashedline
    imagedestroy imageellipse imagefill imagefilledarc imagefilledellipse imagefilledpolygon
    imagefilledrectangle imagefilter imageflip imagefontheight imagefontwidth imageftbbox
    imagefttext imagegammacorrect imagegif imageinterlace imagejpeg imageline imageloadfont
    imagepng imagepolygon imagerectangle imagerotate imagesavealpha imagescale imagesetpixel
    imagesetthickness imagestring imagestringup imagesx imagesy imagetruecolortopalette
    imagettfbbox imagettftext imagetypes imagewbmp imagewebp imap_body imap_close imap_delete
    imap_fetchbody imap_headerinfo imap_num_msg imap_open imap_search implode
    import_request_variables in_array inet_ntop inet_pton ini_alter ini_get ini_get_all
    ini_restore ini_set inotify_init intdiv interface_exists intval ip2long iptcparse is_a
    is_array is_bool is_callable is_countable is_dir is_double is_executable is_file is_finite
    is_float is_infinite is_int is_integer is_iterable is_link is_long is_nan is_null
    is_numeric is_object is_readable is_real is_resource is_scalar is_soap_fault is_string
    is_subclass_of is_uploaded_file is_writable is_writeable iterator_apply iterator_count
    iterator_to_array jddayofweek jdtogregorian join json_decode json_encode json_last_error
    json_last_error_msg juliantojd key key_exists krsort ksort lcfirst lcg_value lchgrp lchown
    ldap_add ldap_bind ldap_close ldap_connect ldap_delete ldap_error ldap_get_entries
    ldap_modify ldap_search ldap_set_option ldap_unbind levenshtein libxml_clear_errors
    libxml_disable_entity_loader libxml_get_errors libxml_get_last_error
    libxml_set_streams_context libxml_use_internal_errors link linkinfo localeconv localtime
    log log10 log1p long2ip lstat ltrim mail main max mb_check_encoding mb_chr mb_convert_case
    mb_convert_encoding mb_convert_kana mb_convert_variables mb_decode_mimeheader
    mb_detect_encoding mb_detect_order mb_encode_mimeheader mb_ereg mb_ereg_replace
    mb_get_info mb_http_input mb_http_output mb_internal_encoding mb_language
    mb_list_encodings mb_ord mb_output_handler mb_parse_str mb_preferred_mime_name
    mb_regex_encoding mb_scrub mb_send_mail mb_split mb_str_split mb_strcut mb_strimwidth
    mb_stripos mb_stristr mb_strlen mb_strpos mb_strrchr mb_strripos mb_strrpos mb_strstr
    mb_strtolower mb_strtoupper mb_strwidth mb_substitute_character mb_substr mb_substr_count
    mcrypt_create_iv mcrypt_decrypt mcrypt_encrypt mcrypt_generic mcrypt_get_block_size
    mcrypt_get_iv_size mcrypt_module_open md5 md5_file memory_get_peak_usage memory_get_usage
    metaphone method_exists mhash microtime mime_content_type min mkdir mktime money_format
    move_uploaded_file msg_get_queue msg_receive msg_send mt_getrandmax mt_rand mt_srand
    mysql_affected_rows mysql_client_encoding mysql_close mysql_connect mysql_create_db
    mysql_data_seek mysql_db_name mysql_db_query mysql_drop_db mysql_errno mysql_error
    mysql_escape_string mysql_fetch_array mysql_fetch_assoc mysql_fetch_field
    mysql_fetch_lengths mysql_fetch_object mysql_fetch_row mysql_field_name mysql_free_result
    mysql_get_client_info mysql_info mysql_insert_id mysql_list_dbs mysql_list_tables
    mysql_num_fields mysql_num_rows mysql_pconnect mysql_ping mysql_query
    mysql_real_escape_string mysql_result mysql_select_db mysql_set_charset mysql_stat
    mysql_tablename mysql_thread_id mysql_unbuffered_query mysqli_connect natcasesort natsort
    ncurses_init newt_init next nl2br nl_langinfo number_format ob_clean ob_end_clean
    ob_end_flush ob_flush ob_get_clean ob_get_contents ob_get_flush ob_get_length ob_get_level
    ob_get_status ob_gzhandler ob_implicit_flush ob_list_handlers ob_start octdec
    opcache_get_status opcache_invalidate opcache_reset opendir openlog
    openssl_cipher_iv_length openssl_csr_new openssl_decrypt openssl_digest openssl_encrypt
    openssl_error_string openssl_free_key openssl_get_cipher_methods openssl_get_md_methods
    openssl_get_privatekey openssl_get_publickey openssl_open openssl_pkcs12_read
    openssl_pkey_export openssl_pkey_free openssl_pkey_get_details openssl_pkey_get_private
    openssl_pkey_get_public openssl_pkey_new openssl_private_decrypt openssl_private_encrypt
    openssl_public_decrypt openssl_public_encrypt openssl_random_pseudo_bytes openssl_seal
    openssl_sign openssl_verify openssl_x509_parse openssl_x509_read ord
    output_add_rewrite_var output_reset_rewrite_vars override_function pack parse_ini_file
    parse_ini_string parse_str parse_url passthru password_get_info password_hash
    password_needs_rehash password_verify pathinfo pclose pcntl_alarm pcntl_exec pcntl_fork
    pcntl_signal pcntl_signal_dispatch pcntl_wait pcntl_waitpid pcntl_wexitstatus pfsockopen
    pg_affected_rows pg_close pg_connect pg_escape_string pg_execute pg_fetch_all
    pg_fetch_array pg_fetch_assoc pg_fetch_object pg_fetch_row pg_free_result pg_last_error
    pg_num_rows pg_pconnect pg_prepare pg_query pg_query_params pg_result_error
    php_check_syntax php_ini_loaded_file php_ini_scanned_files php_sapi_name
    php_strip_whitespace php_uname phpcredits phpinfo phpversion pi popen pos posix_access
    posix_geteuid posix_getgid posix_getgrgid posix_getlogin posix_getpid posix_getppid
    posix_getpwnam posix_getpwuid posix_getuid posix_isatty posix_kill posix_setgid
    posix_setsid posix_setuid posix_strerror posix_times posix_ttyname posix_uname pow
    preg_filter preg_grep preg_last_error preg_match preg_match_all preg_quote preg_replace
    preg_replace_callback preg_replace_callback_array preg_split prev print_r printf
    proc_close proc_get_status proc_nice proc_open proc_terminate property_exists pspell_check
    pspell_new putenv quoted_printable_decode quotemeta rad2deg rand random_bytes random_int
    range rawurldecode rawurlencode readdir readfile readgzfile readline readline_add_history
    readline_clear_history readline_completion_function readline_info readline_list_history
    readline_read_history readline_write_history readlink realpath realpath_cache_get
    realpath_cache_size recode register_shutdown_function register_tick_function rename reset
    restore_error_handler restore_exception_handler rewind rewinddir rmdir round rsort rtrim
    runkit_function_add sapi_windows_vt100_support scandir sem_acquire sem_get sem_release
    serialize session_abort session_cache_expire session_cache_limiter session_commit
    session_create_id session_decode session_destroy session_encode session_gc
    session_get_cookie_params session_id session_is_registered session_module_name
    session_name session_pgsql_status session_regenerate_id session_register session_reset
    session_save_path session_set_cookie_params session_set_save_handler session_start
    session_status session_unregister session_unset session_write_close set_error_handler
    set_exception_handler set_file_buffer set_include_path set_magic_quotes_runtime
    set_time_limit setcookie setlocale setrawcookie settype sha1 sha1_file shell_exec
    shm_attach shm_get_var shm_put_var shmop_open show_source shuffle similar_text
    simplexml_import_dom simplexml_load_file simplexml_load_string sin sinh sizeof sleep
    snmp_get_quick_print snmpget socket_accept socket_bind socket_clear_error socket_close
    socket_connect socket_create socket_create_listen socket_create_pair socket_get_option
    socket_getpeername socket_getsockname socket_last_error socket_listen socket_read
    socket_recv socket_recvfrom socket_select socket_send socket_sendto socket_set_block
    socket_set_nonblock socket_set_option socket_shutdown socket_strerror socket_write
    sodium_bin2hex sodium_crypto_box sodium_crypto_secretbox sort soundex spl_autoload
    spl_autoload_call spl_autoload_extensions spl_autoload_functions spl_autoload_register
    spl_autoload_unregister spl_classes spl_object_hash spl_object_id split sprintf
    sqlite_close sqlite_escape_string sqlite_open sqlite_query sqrt srand sscanf ssh2_connect
    ssh2_exec stat str_getcsv str_ireplace str_pad str_repeat str_replace str_rot13
    str_shuffle str_split str_word_count strcasecmp strchr strcmp strcoll strcspn
    stream_context_create stream_context_get_options stream_context_set_option
    stream_context_set_params stream_copy_to_stream stream_filter_append
    stream_filter_register stream_get_contents stream_get_filters stream_get_line
    stream_get_meta_data stream_get_transports stream_get_wrappers stream_is_local
    stream_isatty stream_resolve_include_path stream_select stream_set_blocking
    stream_set_timeout stream_set_write_buffer stream_socket_accept stream_socket_client
    stream_socket_enable_crypto stream_socket_get_name stream_socket_pair
    stream_socket_recvfrom stream_socket_sendto stream_socket_server stream_socket_shutdown
    stream_wrapper_register stream_wrapper_restore stream_wrapper_unregister strftime
    strip_tags stripcslashes stripos stripslashes stristr strlen strnatcasecmp strnatcmp
    strncasecmp strncmp strpbrk strpos strptime strrchr strrev strripos strrpos strspn strstr
    strtok strtolower strtotime strtoupper strtr strval substr substr_compare substr_count
    substr_replace symlink sys_get_temp_dir sys_getloadavg syslog system taint tan tanh
    tempnam time time_nanosleep time_sleep_until timezone_abbreviations_list
    timezone_identifiers_list timezone_name_from_abbr timezone_name_get timezone_offset_get
    timezone_open timezone_transitions_get timezone_version_get tmpfile token_get_all
    token_name touch trait_exists trigger_error trim uasort ucfirst ucwords uksort umask
    uniqid unixtojd unlink unpack unregister_tick_function unserialize uopz_set_return
    urldecode urlencode user_error usleep usort utf8_decode utf8_encode var_dump var_export
    variant_set version_compare vfprintf virtual vprintf vsprintf wddx_serialize_value
    wordwrap xml_error_string xml_get_error_code xml_parse xml_parse_into_struct
    xml_parser_create xml_parser_free xml_parser_set_option xml_set_character_data_handler
    xml_set_element_handler xmlrpc_encode yaml_emit yaml_parse zend_version zip_close
    zip_entry_close zip_entry_filesize zip_entry_name zip_entry_open zip_entry_read zip_open
    zip_read zlib_decode zlib_encode zlib_get_coding_type
  `,
}
