/** Words of the language that have a class of their own, by class. */
export const SQL_WORDS = {
  k: `
    abort abs absolute access ada add admin after aggregate alias all allocate alter analyse
    analyze and any are as asc asensitive assertion assignment asymmetric at atomic authorization
    avg backward before begin between bit_length bitvar both breadth by c cache call called
    cardinality cascade cascaded case cast catalog catalog_name chain char_length character_length
    character_set_catalog character_set_name character_set_schema characteristics check checked
    checkpoint class class_origin clob close cluster coalsece cobol collate collation
    collation_catalog collation_name collation_schema column column_name command_function
    command_function_code comment commit committed completion condition_number connect connection
    connection_name constraint constraint_catalog constraint_name constraint_schema constraints
    constructor contains continue conversion convert copy corresponting count create createdb
    createuser cross cube current current_date current_path current_role current_time
    current_timestamp current_user cursor cursor_name cycle data database datetime_interval_code
    datetime_interval_precision day deallocate declare default defaults deferrable deferred
    defined definer delete delimiter delimiters deref desc describe descriptor destroy destructor
    deterministic diagnostics dictionary disconnect dispatch distinct do domain drop dynamic
    dynamic_function dynamic_function_code each else encoding encrypted end equals escape
    esception every except excluding exclusive exec execute existing exists explain external
    extract false fetch final first following for force foreign fortran forward found free freeze
    from full function g general generated get global go goto grant granted group grouping handler
    having hierarchy hold host identity ignore ilike immediate immutable implementation implicit
    in including increment index inditcator infix inherits initialize initially inner inout input
    insensitive insert instantiable instead intersect into invoker is isnull isolation iterate
    join key key_member key_type lancompiler language large last lateral leading left length less
    level like limit listen load local localtime localtimestamp location locator lock lower map
    match max maxvalue message_length message_octet_length message_text method min minute minvalue
    mod mode modifies modify month more move mumps names natural nclob new next no nocreatedb
    nocreateuser none not nothing notify notnull null nullable nullif object octet_length of off
    offset oids old on only open operation operator option options or order ordinality out outer
    output overlaps overlay overriding owner pad paramater_name paramater_ordinal_position
    paramater_specific_schema parameter parameter_mode parameter_specific_catalog
    parameter_specific_name parameters partial partition pascal pendant placing pli position
    postfix preceding prefix preorder prepare preserve primary prior privileges procedural
    procedure public range read reads recheck recursive ref references referencing reindex
    relative rename repeatable replace reset restart restrict result return returned_length
    returned_octet_length returned_sqlstate returns revoke right role rollback rollup routine
    routine_catalog routine_name routine_schema row row_count rows rule save_point scale schema
    schema_name scope scroll search second security select self sensitive serializable server_name
    session session_user set setof sets share show similar simple size some source space specific
    specific_name specifictype sql sqlcode sqlerror sqlexception sqlstate sqlwarninig stable start
    state statement static statistics stdin stdout storage strict structure stype subclass_origin
    sublist substring sum symmetric sysid system system_user table table_name temp template
    temporary terminate than then timezone_hour timezone_minute to toast trailing
    transactions_committed transactions_rolled_back transation transation_active transform
    transforms translate translation treat trigger trigger_catalog trigger_name trigger_schema
    trim true truncate trusted type uncommitted under unencrypted union unique unknown unlisten
    unnamed unnest until update upper usage user user_defined_type_catalog user_defined_type_name
    user_defined_type_schema using vacuum valid validator values variable verbose version view
    volatile when whenever where window with without work write zone
  `,
  nb: `
    bigint binary bit blob bool boolean byte char character date datetime dec decimal double enum
    fixed float int integer longblob longtext mediumblob mediumint mediumtext national nchar
    numeric precision real serial signed smallint text time timestamp tinyblob tinyint tinytext
    unsigned varbinary varchar varying year zerofill
  `,
}
