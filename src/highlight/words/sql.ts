/** Words of the language that have a class of their own, by class. */
export const SQL_WORDS = {
  k: `
    abort abs absolute access ada add admin after aggregate alias all allocate alter analyse
    analyze and any are as asc assertion assignment at atomic authorization avg backward before
    begin between both breadth by c cache call called cardinality cascade cascaded case cast
    catalog chain characteristics check checked checkpoint class clob close cluster cobol collate
    collation column column_name comment commit committed completion connect connection
    connection_name constraint constraint_name constraints constructor contains continue conversion
    convert copy
    count create createdb createuser cross cube current current_date current_time
    current_timestamp current_user cursor cycle data database day deallocate declare default
    defaults deferred defined definer delete delimiter delimiters deref desc describe descriptor
    destroy destructor deterministic diagnostics dictionary disconnect dispatch distinct do domain
    drop dynamic each else encoding encrypted end equals escape every except excluding exclusive
    exec execute existing exists explain external extract false fetch final first following for
    force foreign fortran forward found free freeze from full function g general generated get
    global go goto grant granted group grouping handler having hierarchy hold host identity ignore
    immediate immutable implementation implicit in including increment index infix inherits
    initialize initially inner inout input insensitive insert instantiable instead intersect into
    invoker is isnull isolation iterate join key language large last lateral leading left length
    less level like limit listen load local localtime location locator lock lower map match max
    maxvalue message_text method min minute minvalue mod mode modifies modify month more move
    mumps names natural new next no none not nothing notify notnull null nullable object of off
    offset oids old on only open operation operator option options or order out outer output
    overlaps overlay overriding owner pad parameter parameters partial partition pascal pendant
    placing pli position postfix preceding prefix preorder prepare preserve primary prior
    privileges procedural procedure public range read reads recheck recursive ref references
    referencing reindex relative rename repeatable replace reset restart restrict result return
    returned_sqlstate returns revoke right role rollback rollup routine routine_name row row_count
    rows rule scale schema schema_name scope scroll search second security select self sensitive
    serializable server_name session set setof sets share show similar simple size some source
    space specific sql sqlcode sqlstate stable start state statement static statistics stdin
    stdout storage strict structure stype sublist substring sum symmetric system table table_name
    temp template temporary terminate than then to toast trailing transform transforms translate
    translation treat trigger trim true truncate trusted type uncommitted under union unique
    unknown unlisten unnamed unnest until update upper usage user using vacuum valid validator values
    variable verbose version view volatile when whenever where window with without work write zone
  `,
  nb: `
    bigint binary bit blob bool boolean byte char character date datetime dec decimal double enum
    fixed float int integer longtext mediumblob mediumint national numeric precision real serial
    signed smallint text time timestamp tinyint tinytext unsigned varchar varying year
  `,
}
