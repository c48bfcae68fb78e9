/** Words of Apache's configuration: directives by name, and values. */
export const APACHE_WORDS = {
  directives: `
    AcceptFilter AcceptPathInfo AccessFileName Action AddAlt AddAltByEncoding AddAltByType
    AddCharset AddDefaultCharset AddDescription AddEncoding AddHandler AddIcon
    AddIconByEncoding AddIconByType AddInputFilter AddLanguage AddModuleInfo AddOutputFilter
    AddOutputFilterByType AddType Alias AliasMatch Allow AllowCONNECT AllowEncodedSlashes
    AllowMethods AllowOverride AllowOverrideList Anonymous Anonymous_LogEmail
    AsyncRequestWorkerFactor AuthBasicAuthoritative AuthBasicFake AuthBasicProvider
    AuthDBMUserFile AuthDigestProvider AuthFormProvider AuthGroupFile AuthLDAPURL AuthName
    AuthType AuthUserFile AuthzSendForbiddenOnFailure BalancerMember BrowserMatch
    BrowserMatchNoCase BufferedLogs BufferSize CacheDefaultExpire CacheDirLength
    CacheDirLevels CacheDisable CacheEnable CacheFile CacheHeader CacheIgnoreCacheControl
    CacheIgnoreHeaders CacheLock CacheMaxExpire CacheMaxFileSize CacheRoot CGIMapExtension
    CharsetDefault CharsetOptions CheckSpelling ContentDigest CookieDomain CookieExpires
    CookieName CookieStyle CookieTracking CoreDumpDirectory CustomLog Dav DavLockDB DBDParams
    DBDPrepareSQL DBDriver DefaultIcon DefaultLanguage DefaultType Define
    DeflateCompressionLevel DeflateFilterNote DeflateMemLevel Deny DirectoryCheckHandler
    DirectoryIndex DirectoryIndexRedirect DirectorySlash DocumentRoot DumpIOInput
    EnableExceptionHook EnableMMAP EnableSendfile Error ErrorDocument ErrorLog ErrorLogFormat
    ExpiresActive ExpiresByType ExpiresDefault ExtendedStatus ExtFilterDefine FallbackResource
    FileETag FilterChain FilterDeclare FilterProtocol FilterProvider FilterTrace
    ForceLanguagePriority ForceType ForensicLog GracefulShutdownTimeout Group H2Push Header
    HeaderName HostnameLookups HttpProtocolOptions IdentityCheck ImapBase Include
    IncludeOptional IndexHeadInsert IndexIgnore IndexOptions IndexOrderDefault IndexStyleSheet
    InputSed KeepAlive KeepAliveTimeout KeptBodySize LanguagePriority LDAPTrustedClientCert
    LimitInternalRecursion LimitRequestBody LimitRequestFields LimitRequestFieldSize
    LimitRequestLine LimitXMLRequestBody Listen ListenBacklog LoadFile LoadModule LogFormat
    LogLevel LogMessage LuaHookAccessChecker Macro MaxConnectionsPerChild MaxKeepAliveRequests
    MaxMemFree MaxRanges MaxRequestWorkers MaxSpareServers MaxSpareThreads MaxThreads MetaDir
    MetaFiles MetaSuffix MimeMagicFile MinSpareServers MinSpareThreads MMapFile
    ModMimeUsePathInfo MultiviewsMatch Mutex NameVirtualHost NoProxy NWSSLTrustedCerts Options
    Order OutputSed PassEnv PidFile PrivilegesMode Protocol Protocols ProxyAddHeaders
    ProxyBadHeader ProxyBlock ProxyDomain ProxyErrorOverride ProxyIOBufferSize
    ProxyMaxForwards ProxyPass ProxyPassInherit ProxyPassMatch ProxyPassReverse
    ProxyPassReverseCookieDomain ProxyPassReverseCookiePath ProxyPreserveHost
    ProxyReceiveBufferSize ProxyRemote ProxyRemoteMatch ProxyRequests ProxySet ProxyStatus
    ProxyTimeout ProxyVia ReadmeName ReceiveBufferSize Redirect RedirectMatch
    RedirectPermanent RedirectTemp ReflectorHeader RemoteIPHeader RemoteIPInternalProxy
    RemoveCharset RemoveEncoding RemoveHandler RemoveInputFilter RemoveLanguage
    RemoveOutputFilter RemoveType RequestHeader RequestReadTimeout Require RewriteBase
    RewriteCond RewriteEngine RewriteMap RewriteOptions RewriteRule RLimitCPU RLimitMEM
    RLimitNPROC Satisfy ScoreBoardFile Script ScriptAlias ScriptAliasMatch
    ScriptInterpreterSource ScriptLog ScriptSock SecureListen SendBufferSize ServerAdmin
    ServerAlias ServerLimit ServerName ServerPath ServerRoot ServerSignature ServerTokens
    Session SessionCookieName SetEnv SetEnvIf SetEnvIfExpr SetEnvIfNoCase SetHandler
    SetInputFilter SetOutputFilter SSIEndTag SSLCACertificateFile SSLCACertificatePath
    SSLCARevocationFile SSLCertificateChainFile SSLCertificateFile SSLCertificateKeyFile
    SSLCipherSuite SSLCompression SSLEngine SSLHonorCipherOrder SSLInsecureRenegotiation
    SSLOptions SSLPassPhraseDialog SSLProtocol SSLProxyCheckPeerCN SSLProxyEngine
    SSLProxyVerify SSLRandomSeed SSLRequire SSLRequireSSL SSLSessionCache
    SSLSessionCacheTimeout SSLSessionTickets SSLStaplingCache SSLUserName SSLUseStapling
    SSLVerifyClient SSLVerifyDepth StartServers StartThreads Substitute Suexec SuexecUserGroup
    ThreadLimit ThreadsPerChild ThreadStackSize TimeOut TraceEnable TransferLog TypesConfig
    UnDefine UndefMacro UnsetEnv Use UseCanonicalName UseCanonicalPhysicalPort User UserDir
    VHostGroup VirtualDocumentRoot VirtualDocumentRootIP VirtualScriptAlias WatchdogInterval
    XBitHack xml2EncDefault`,
  values: `
    add all allow always any append ascending authconfig basic cookie date default deny
    descending description digest dns double echo edit email env error execcgi expr fallback
    fancyindexing file fileinfo filter followsymlinks formatted from full gone group handlers
    host iconwidth includes includesnoexec indexes inherit inode limit major map md5 merge
    minor mtime multiviews name namewidth negotiatedonly no none off on optional options os
    permanent prefer referer remote_addr remote_host request_uri require scanhtmltitles
    seeother semiformatted server_addr set setenvif size symlinksifownermatch temp unformatted
    unset user versionsort`,
}
