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
    abs acos acosh array_combine array_diff array_filter array_flip array_intersect
    array_key_exists array_keys array_map array_merge array_pop array_push array_search
    array_shift array_slice array_sum array_unique array_unshift array_values asin asinh asort
    assert atan atan2 atanh base64_decode base64_encode basename call_user_func
    call_user_func_array ceil chdir chmod chop chown chr chroot class_exists closedir compact
    constant copy cos cosh count crc32 crypt curl_exec current date date_format date_sub define
    defined deg2rad delete dir dirname dl each end ereg ereg_replace error_log exec exp explode
    expm1 expression extract fclose feof fflush fgetc fgets file file_exists file_get_contents
    filegroup filesize filetype floatval floor flush fmod fnmatch fopen fprintf fputs fread fscanf
    fseek fstat ftell func_get_arg func_get_args func_num_args function_exists fwrite get_class
    get_class_methods get_class_vars get_parent_class getcwd getdate getenv gethostname getopt
    getrusage gettext gettimeofday gettype glob gzclose gzfile gzgetc gzgets gzopen gzputs gzread
    gzseek gztell gzwrite hash header headers_sent highlight_file http_build_query hypot iconv
    implode in_array intdiv intval is_a is_array is_bool is_dir is_double is_file is_float is_int
    is_integer is_long is_nan is_null is_numeric is_object is_real is_resource is_string
    is_subclass_of is_writable join json_decode json_encode key ksort lcfirst levenshtein link
    localtime log log10 log1p lstat ltrim mail main max mb_detect_encoding mb_strlen md5
    method_exists min mkdir mktime next ob_end_clean ob_flush ob_get_contents ob_start opendir
    openlog ord pack parse_ini_file parse_str parse_url passthru password_hash pclose pi popen pos
    posix_isatty pow preg_match preg_replace preg_split prev print_r printf proc_close proc_open
    property_exists putenv quotemeta rad2deg rand range readdir readfile readline readlink
    realpath recode rename reset rewind rmdir round rtrim scandir serialize session_id
    session_write_close set_error_handler set_time_limit setcookie setlocale settype sha1
    sha1_file shuffle sin sinh sizeof sleep socket_send sort split sprintf sqrt srand sscanf stat
    str_repeat str_replace str_split strcasecmp strchr strcmp strcspn stream_get_contents strftime
    strlen strncasecmp strncmp strpbrk strpos strptime strrchr strrpos strspn strstr strtolower
    strtotime strtoupper strval substr substr_count symlink sys_get_temp_dir syslog system taint
    tan tanh tempnam time tmpfile token_name touch trigger_error trim ucfirst umask unlink unpack
    unserialize urldecode urlencode usleep var_dump variant_set virtual wordwrap
  `,
}
