/**
 * Made from the OpenAPI document by `npm run client:types`; a test fails when it is not current.
 * Don't edit it.
 */

export interface Schemas {
  AcceptInvitation: {
    token: string
    password: string
    firstname?: string | undefined
    lastname?: string | undefined
    language?: 'en' | 'de' | undefined
  }
  AuditRow: {
    seq: number
    at: string
    user_id: string | null
    email: string | null
    token_id: string | null
    address: string | null
    operation: string
    site_id: string | null
    target: string | null
    outcome: 'done' | 'refused' | 'failed'
    status: number | null
    request_id: string | null
    job_id: string | null
    commit: string | null
    release_id: string | null
    deployment: string | null
    hash: string
  }
  BeginPasskey: {
    current_password: string
  }
  BeginSecondFactor: {
    current_password: string
  }
  BegunSecondFactor: {
    secret: string
    uri: string
  }
  BrokenLink: {
    url: string
    type: 'document' | 'page' | 'file'
    id: string | null
    path: string
    title: string
  }
  CertificateAllowed: {
    domain: string
    allowed: true
  }
  Change: Schemas['CreateChange'] | Schemas['UpdateChange'] | Schemas['DeleteChange'] | Schemas['MoveChange']
  ChangeInSet: {
    path: string
    from: string | null
    action: 'created' | 'changed' | 'moved' | 'deleted'
    type: 'document' | 'page' | 'file' | 'site'
    id: string | null
    title: string | null
    visibility: 'visible' | 'hidden' | 'draft'
    fields: string[]
    conflict: boolean
  }
  ChangeSet: {
    message?: string | undefined
    changes: Schemas['Change'][]
  }
  ChangeSetInfo: {
    id: string
    site_id: string
    title: string
    state: 'open' | 'landed' | 'dropped'
    user_id: string | null
    created_at: string
    closed_at: string | null
    closed_by: string | null
    landed_commit: string | null
    head: string | null
    changes: number | null
    conflicts: number | null
    behind: boolean
    handed_in_at: string | null
    handed_in_by: string | null
    preview_url: string | null
    can: {
      change: boolean
      land: boolean
    }
  }
  Changed: {
    commit: string | null
    results: ({
      action: 'create' | 'update' | 'delete' | 'move'
      type: 'document' | 'page' | 'file'
      id: string | null
      path: string
      sha: string | null
    })[]
  }
  CloudStoreOptions: {
    username: string
    api_key: string
    path: string
    region: string
    auth_url: string
  }
  Collection: {
    id: string
    title: string
    directory: string
    path: string
    output: boolean
    permalink: string | null
    metadata: Record<string, unknown>
    site_id: string
    user_id: string
    created_at: string
    updated_at: string
    can: Schemas['CollectionCan']
  }
  CollectionCan: {
    update: boolean
    delete: boolean
    create_documents: boolean
    upload_files: boolean
  }
  CollectionDocument: {
    id: string
    title: string
    body: string
    filename: string
    path: string
    basename: string
    directory: string
    defaults: Record<string, unknown>
    metadata: Record<string, unknown>
    date: string | null
    sha: string
    visibility: 'visible' | 'hidden' | 'draft'
    live_from: string | null
    live_until: string | null
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
    language: string | null
    translations: Schemas['Translation'][]
    can: Schemas['TextCan']
    front_matter_error?: {
      line: number
      column: number
      reason: string
    } | undefined
    tags: string[]
    categories: string[]
    type: 'document'
  }
  CollectionFile: {
    filename: string
    content_type: string
    directory: string
    basename: string
    url: string
    filesize: number
    sha: string
    download_url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
    can: Schemas['FileCan']
  }
  Commit: {
    commit: string
    message: string
    user_id: string
    author: {
      name: string
      email: string
    }
    created_at: string
    door: 'api' | 'git' | 'disk'
  }
  CommitChange: {
    path: string
    from: string | null
    status: 'added' | 'modified' | 'deleted' | 'renamed'
    diff: string | null
  }
  CommitDetail: {
    commit: string
    user_id: string
    author: {
      name: string
      email: string
    }
    created_at: string
    door: 'api' | 'git' | 'disk'
    commit_message: string
    changes: Schemas['CommitChange'][]
    changes_total: number
  }
  ConnectionTest: {
    ok: boolean
    found: string
  }
  CreateChange: Schemas['CreateDocumentChange'] | Schemas['CreatePageChange'] | Schemas['CreateFileChange']
  CreateChangeSet: {
    title: string
  }
  CreateCollection: {
    title: string
    path?: string | undefined
    permalink?: string | null | undefined
    output?: boolean | undefined
    metadata?: Record<string, unknown> | undefined
  }
  CreateDocument: {
    title: string
    body?: string | undefined
    path?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
    draft?: boolean | undefined
    tags?: string[] | undefined
    categories?: string[] | undefined
  }
  CreateDocumentChange: {
    action: 'create'
    type: 'document'
    collection: string
    path?: string | undefined
    title: string
    body?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
    draft?: boolean | undefined
    tags?: string[] | undefined
    categories?: string[] | undefined
  }
  CreateFileChange: {
    action: 'create'
    type: 'file'
    path: string
    content: string
  }
  CreateInvitation: {
    email: string
    admin?: boolean | undefined
    language?: 'en' | 'de' | undefined
  }
  CreatePage: {
    title: string
    body?: string | undefined
    path?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
  }
  CreatePageChange: {
    action: 'create'
    type: 'page'
    path?: string | undefined
    title: string
    body?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
  }
  CreatePasskey: {
    name: string
    credential: {
      id: string
      response: {
        clientDataJSON: string
        attestationObject: string
        transports?: string[] | undefined
      }
    }
  }
  CreateRole: {
    user_id?: string | undefined
    email?: string | undefined
    kind: 'admin' | 'publisher' | 'writer'
  }
  CreateShare: {
    entry_id?: string | null | undefined
    expires_in_days?: number | undefined
  }
  CreateSite: {
    title: string
    domain: string
    timezone?: string | undefined
    jekyll_version?: 'github-pages' | '3.10' | '4.3' | '4.4' | null | undefined
    metadata?: Record<string, unknown> | undefined
    defaults?: (Record<string, unknown>)[] | undefined
    empty?: boolean | undefined
  }
  CreateSiteInvitation: {
    email: string
    kind: 'admin' | 'publisher' | 'writer'
    language?: 'en' | 'de' | undefined
  }
  CreateToken: {
    name: string
    scopes: ('read' | 'draft' | 'write' | 'publish' | 'source' | 'settings' | 'git' | 'admin' | 'sets')[]
    site_ids?: string[] | null | undefined
    expires_in_days?: number | null | undefined
  }
  CreateUser: {
    email: string
    password?: string | undefined
    firstname?: string | undefined
    lastname?: string | undefined
    admin?: boolean | undefined
    max_sites?: number | null | undefined
  }
  CreateWebhook: {
    name: string
    url: string
    events: ('texts.changed' | 'publish.done' | 'publish.failed' | 'sync.failed' | 'role.changed')[]
    active?: boolean | undefined
  }
  CurrentSession: {
    id: string
    created_at: string
    last_seen_at: string
    expires_at: string
    address: string
    user_agent: string
    current: boolean
    user: Schemas['Me']
    needs_second_factor: boolean
    can_create_sites: boolean
    csrf_token: string
  }
  DataEdit: {
    op: 'set'
    at: (string | number | null)[]
    value: unknown
  } | {
    op: 'insert'
    at: (string | number | null)[]
    value: unknown
  } | {
    op: 'remove'
    at: (string | number | null)[]
  } | {
    op: 'move'
    at: (string | number | null)[]
    to: number
  } | {
    op: 'copy'
    at: (string | number | null)[]
    as?: string | undefined
  } | {
    op: 'rename'
    at: (string | number | null)[]
    as: string
  }
  DataFile: {
    name: string
    format: 'yaml' | 'json' | 'csv' | 'tsv'
    sha: string
    filesize: number
    for_publishers: boolean
    updated_at: string
    value: unknown
    source_reason: {
      why: 'empty' | 'broken' | 'no_collection' | 'unusual' | 'repeated_key' | 'too_large'
      line: number | null
      text: string | null
    } | null
    text: string | null
  }
  DataFileHead: {
    name: string
    format: 'yaml' | 'json' | 'csv' | 'tsv'
    sha: string
    filesize: number
    for_publishers: boolean
    updated_at: string
  }
  DeleteChange: {
    action: 'delete'
    type: 'document' | 'page' | 'file'
    id?: string | undefined
    path?: string | undefined
    if_match?: string | undefined
  }
  Deleted: {
    id: string
    deleted: true
  }
  DeletedText: {
    id: string
    type: 'document' | 'page'
    path: string
    title: string
    commit: string
    restore_commit: string
    deleted_at: string
    user_id: string
  }
  Diagnostic: {
    severity: 'error' | 'warning'
    path: string | null
    line: number | null
    column: number | null
    text_line: number | null
    message: string
  }
  Domain: {
    site_id: string
    domain: string
    state: 'elsewhere' | 'local' | 'checking' | 'not_here' | 'plain' | 'proxy' | 'ready' | 'waiting' | 'refused' | 'away' | 'limited'
    advice: string
    reason: string | null
    certificate_ends_at: string | null
    next_try_at: string | null
  }
  ErrorBody: {
    error: string
    message: string
    details?: ({
      field: string
      message: string
    })[] | undefined
    current_sha?: string | undefined
    conflict?: {
      base: Record<string, unknown>
      theirs: Record<string, unknown>
      merged: Record<string, unknown>
      mine?: Record<string, unknown> | undefined
    } | undefined
    passkey?: Record<string, unknown> | undefined
    most_bytes?: number | undefined
    request_id: string
  }
  Field: {
    name: string
    label: string
    kind: 'text' | 'longtext' | 'number' | 'boolean' | 'date' | 'color' | 'file' | 'image' | 'list' | 'object' | 'reference' | 'choice'
    required: boolean
    choices: string[]
    help: string
    declared: boolean
    values: string[]
  }
  FileCan: {
    update: boolean
    delete: boolean
  }
  ForgottenPassword: {
    email: string
    language?: 'en' | 'de' | undefined
  }
  ForgottenPasswordAsked: {
    asked: true
  }
  FoundDocument: {
    id: string
    title: string
    filename: string
    path: string
    basename: string
    directory: string
    defaults: Record<string, unknown>
    metadata: Record<string, unknown>
    date: string | null
    sha: string
    visibility: 'visible' | 'hidden' | 'draft'
    live_from: string | null
    live_until: string | null
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
    language: string | null
    translations: Schemas['Translation'][]
    can: Schemas['TextCan']
    front_matter_error?: {
      line: number
      column: number
      reason: string
    } | undefined
    tags: string[]
    categories: string[]
    type: 'document'
    collection: string | null
    snippet: ({
      text: string
      match: boolean
    })[]
  }
  FoundPage: {
    id: string
    title: string
    filename: string
    path: string
    basename: string
    directory: string
    defaults: Record<string, unknown>
    metadata: Record<string, unknown>
    date: string | null
    sha: string
    visibility: 'visible' | 'hidden' | 'draft'
    live_from: string | null
    live_until: string | null
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
    language: string | null
    translations: Schemas['Translation'][]
    can: Schemas['TextCan']
    front_matter_error?: {
      line: number
      column: number
      reason: string
    } | undefined
    type: 'page'
    collection: null
    snippet: ({
      text: string
      match: boolean
    })[]
  }
  FtpOptions: {
    protocol: 'ftp' | 'ftps' | 'sftp'
    host: string
    port?: string | undefined
    username: string
    password?: string | undefined
    private_key?: string | undefined
    path: string
    host_key?: string | undefined
    certificate?: string | undefined
  }
  GitHostOptions: {
    path: string
    access_token: string
    username?: string | undefined
    url?: string | undefined
    branch?: string | undefined
    format?: 'compiled' | 'raw' | undefined
  }
  GitSyncOptions: {
    path: string
    access_token: string
    username?: string | undefined
    url?: string | undefined
    branch?: string | undefined
  }
  GiveSite: {
    user_id: string
  }
  GoneAddress: {
    url: string
    type: 'document' | 'page' | 'file'
    path: string
    title: string
    moved_to: {
      type: 'document' | 'page'
      id: string
      title: string
      url: string
    } | null
  }
  HandInChangeSet: {
    note?: string | undefined
  }
  Health: {
    status: 'ok'
    version: string
  }
  ImportRepository: {
    url: string
    branch?: string | undefined
    username?: string | undefined
    access_token?: string | undefined
    title?: string | undefined
    domain?: string | undefined
  }
  ImportRequested: {
    job_id: string
    site_id: string
  }
  Invitation: {
    id: string
    email: string
    site_id: string | null
    kind: 'admin' | 'publisher' | 'writer' | null
    admin: boolean
    mailed: boolean
    invited_by: string | null
    created_at: string
    expires_at: string
  }
  Job: {
    id: string
    kind: 'sync' | 'preview' | 'publish' | 'import'
    status: 'queued' | 'working' | 'complete' | 'error' | 'cancelled'
    message: string
    created_at: string
    started_at: string | null
    finished_at: string | null
    user_id: string | null
    site_id: string
    error: string | null
    diagnostics: Schemas['Diagnostic'][]
  }
  JobRequested: {
    job_id: string
  }
  JobSlot: {
    id: string | null
    last_at: string | null
    last_error: string | null
    last_id: string | null
  }
  JobStatus: {
    status: 'working' | 'complete' | 'error'
    message: string
    updated_at?: string | undefined
  }
  KeyPair: {
    api_key: string
    api_secret: string
  }
  LandChangeSet: {
    message?: string | undefined
  }
  LinkCheck: {
    from: string | null
    to: string | null
    gone: Schemas['GoneAddress'][]
    broken: Schemas['BrokenLink'][]
    redirects: boolean
    complete: boolean
  }
  MadePasskey: {
    id: string
    name: string
    created_at: string
    last_used_at: string | null
    recovery_codes: string[] | null
  }
  MadeShare: {
    id: string
    site_id: string
    entry_id: string | null
    title: string | null
    user_id: string
    user_name: string
    created_at: string
    expires_at: string
    last_used_at: string | null
    url: string
  }
  MadeToken: {
    id: string
    name: string
    hint: string
    scopes: ('read' | 'draft' | 'write' | 'publish' | 'source' | 'settings' | 'git' | 'admin' | 'sets')[]
    site_ids: string[] | null
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    former_until: string | null
    token: string
  }
  MadeWebhook: {
    id: string
    site_id: string
    name: string
    url: string
    events: ('texts.changed' | 'publish.done' | 'publish.failed' | 'sync.failed' | 'role.changed')[]
    active: boolean
    off_reason: string | null
    former_until: string | null
    delivered_at: string | null
    missed: number
    created_at: string
    updated_at: string
    secret: string
  }
  Mail: {
    on: boolean
    from: string | null
    waiting: number
    failures: ({
      id: string
      kind: string
      tries: number
      error: string
      created_at: string
      next_at: string | null
    })[]
  }
  MailTest: {
    ok: boolean
    found: string
  }
  McpAnswer: {
    jsonrpc: '2.0'
    id: string | number
    result?: Record<string, unknown> | undefined
    error?: {
      code: number
      message: string
      data?: unknown | undefined
    } | undefined
  }
  McpMessage: {
    jsonrpc: '2.0'
    id?: string | number | undefined
    method?: string | undefined
    params?: Record<string, unknown> | undefined
    result?: Record<string, unknown> | undefined
    error?: Record<string, unknown> | undefined
  }
  Me: {
    id: string
    email: string
    firstname: string
    lastname: string
    fullname: string
    role?: 'admin' | 'publisher' | 'writer' | undefined
    role_id?: string | undefined
    admin: boolean
    max_sites: number | null
    second_factor?: boolean | undefined
    created_at: string
    updated_at: string
    is_admin: boolean
  }
  Media: {
    filename: string
    content_type: string
    directory: string
    basename: string
    url: string
    filesize: number
    sha: string
    download_url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
    can: Schemas['FileCan']
    width: number | null
    height: number | null
    used_by: ({
      type: 'document' | 'page'
      id: string
      title: string
      path: string
    })[]
    inline_url: string | null
    thumbnail_url: string | null
  }
  MergeIntoChangeSet: {
    settle?: ({
      path: string
      keep: 'set' | 'main'
    })[] | undefined
  }
  MoveChange: {
    action: 'move'
    type: 'document' | 'page' | 'file'
    id?: string | undefined
    path?: string | undefined
    if_match?: string | undefined
    to: string
  }
  NoOptions: Record<string, unknown>
  NotificationChoices: {
    publish_failed: boolean
    sync_failed: boolean
    webhook_off: boolean
    role_changed: boolean
    text_changed: boolean
    set_handed_in: boolean
    set_sent_back: boolean
    set_landed: boolean
  }
  NotificationsRead: {
    read: number
  }
  Notified: Record<string, unknown>
  ObjectStoreOptions: {
    access_key: string
    secret_key: string
    path: string
    region: string
    endpoint?: string | undefined
    acl?: string | undefined
    cache_control?: string | undefined
  }
  OidcAnswer: {
    response: string
  }
  OidcAsked: {
    url: string
  }
  OidcLink: {
    provider: string | null
    linked: boolean
    subject: string | null
    linked_at: string | null
  }
  OidcLinking: {
    current_password: string
  }
  OpenInvitation: {
    token: string
  }
  OpenedInvitation: {
    email: string
    site: string | null
    kind: 'admin' | 'publisher' | 'writer' | null
    admin: boolean
    invited_by: string
    has_account: boolean
    expires_at: string
  }
  Page: {
    id: string
    title: string
    body: string
    filename: string
    path: string
    basename: string
    directory: string
    defaults: Record<string, unknown>
    metadata: Record<string, unknown>
    date: string | null
    sha: string
    visibility: 'visible' | 'hidden' | 'draft'
    live_from: string | null
    live_until: string | null
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
    language: string | null
    translations: Schemas['Translation'][]
    can: Schemas['TextCan']
    front_matter_error?: {
      line: number
      column: number
      reason: string
    } | undefined
    type: 'page'
  }
  Passkey: {
    id: string
    name: string
    created_at: string
    last_used_at: string | null
  }
  PasskeyWanted: {
    public_key: Record<string, unknown>
  }
  PasswordWasReset: {
    email: string
  }
  Presence: {
    document_id: string | null
    users: ({
      id: string
      fullname: string
    })[]
  }
  PutUnsaved: {
    entry_id?: string | null | undefined
    collection?: string | null | undefined
    title: string
    user_id?: string | undefined
    content: string
  }
  ReadOnlySite: {
    read_only: boolean
    until: string | null
    moved_to: string | null
  }
  Readiness: {
    status: 'ready'
  }
  Ready: Record<string, unknown>
  RecoveryCodes: {
    recovery_codes: string[]
  }
  Release: {
    id: string
    commit: string
    live: boolean
    files: number
    bytes: number
    user_id: string | null
    author: {
      name: string
      email: string
    } | null
    site_id: string
    created_at: string
  }
  Released: {
    id: string
    kind: 'live' | 'preview'
  }
  RenderEntry: {
    title?: string | undefined
    body?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    metadata?: Record<string, unknown> | undefined
    tags?: string[] | undefined
    categories?: string[] | undefined
  }
  RenderNew: {
    title: string
    body?: string | undefined
    path?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
    draft?: boolean | undefined
    tags?: string[] | undefined
    categories?: string[] | undefined
    collection?: string | undefined
  }
  Reset: Record<string, unknown>
  ResetLink: {
    link: string
    expires_at: string
  }
  ResetPassword: {
    token: string
    password: string
  }
  Restore: {
    commit: string
  }
  Revision: {
    sha: string | null
    commit: string
    message: string
    user_id: string
    author: {
      name: string
      email: string
    }
    path: string
    created_at: string
  }
  Role: {
    id: string
    kind: 'admin' | 'publisher' | 'writer'
    user_id: string
    site_id: string
    created_at: string
    updated_at: string
  }
  RotateToken: {
    overlap_hours?: number | undefined
  }
  SecondFactor: {
    on: boolean
    app: boolean
    required: boolean
    recovery_codes_left: number
  }
  SecondFactorCode: {
    code: string
  }
  SendBackChangeSet: {
    notes: ({
      path?: string | null | undefined
      text: string
    })[]
  }
  SentInvitation: {
    id: string
    email: string
    site_id: string | null
    kind: 'admin' | 'publisher' | 'writer' | null
    admin: boolean
    mailed: boolean
    invited_by: string | null
    created_at: string
    expires_at: string
    link: string | null
  }
  Session: {
    id: string
    created_at: string
    last_seen_at: string
    expires_at: string
    address: string
    user_agent: string
    current: boolean
    user: Schemas['Me']
  }
  SetNote: {
    id: string
    kind: 'handed_in' | 'sent_back'
    user_id: string | null
    path: string | null
    text: string
    created_at: string
  }
  SetPresence: {
    document_id: string | null
  }
  SetReadOnly: {
    seconds?: number | undefined
    moved_to?: string | undefined
  }
  SetUp: {
    token: string
    email: string
    password: string
    firstname?: string | undefined
    lastname?: string | undefined
  }
  Share: {
    id: string
    site_id: string
    entry_id: string | null
    title: string | null
    user_id: string
    user_name: string
    created_at: string
    expires_at: string
    last_used_at: string | null
  }
  SignIn: {
    email: string
    password: string
    code?: string | undefined
    passkey?: {
      id: string
      response: {
        clientDataJSON: string
        authenticatorData: string
        signature: string
      }
    } | undefined
    language?: 'en' | 'de' | undefined
  }
  SignInWays: {
    password: boolean
    provider: string | null
  }
  Site: {
    id: string
    title: string
    domain: string
    domain_unicode: string
    cname: string
    timezone: string
    jekyll_version: 'github-pages' | '3.10' | '4.3' | '4.4' | null
    metadata: Record<string, unknown>
    defaults: unknown[]
    jobs: {
      preview: Schemas['JobSlot']
      publish: Schemas['JobSlot']
      sync: Schemas['JobSlot']
    }
    user_id: string
    version: 'v2'
    live_url: string | null
    preview_url: string | null
    urls: {
      live: string
      preview: string
    }
    can: Schemas['SiteCan']
    created_at: string
    updated_at: string
    config_error?: string | undefined
    hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
    hosting_options?: Record<string, string> | undefined
    sync?: 'disabled' | 'githost' | undefined
    sync_options?: Record<string, string> | undefined
    generator?: 'galley' | 'jekyll' | undefined
  }
  SiteCan: {
    update: boolean
    delete: boolean
    publish: boolean
    preview: boolean
    sync: boolean
    manage_roles: boolean
    edit_source: boolean
    create_collections: boolean
    create_documents: boolean
    upload_files: boolean
  }
  SiteChanged: {
    commit: string
    user_id: string
    door: 'api' | 'git' | 'disk'
    paths: string[]
    texts: ({
      id: string
      path: string
    })[]
    paths_total: number
  }
  SiteDifference: {
    from: string
    to: string
    changes: Schemas['CommitChange'][]
    changes_total: number
  }
  SiteJekyll: {
    version: '3.10' | '4.3' | '4.4'
    is_github_pages: boolean
    reason: string
    theme: Schemas['SiteTheme'] | null
  }
  SiteTheme: {
    name: string
    version: string | null
    state: 'own' | 'built_in' | 'fetched' | 'missing'
    problem: string | null
  }
  SourceDirectory: {
    name: string
    type: 'directory'
    sha: null
    filesize: null
  }
  SourceFile: {
    name: string
    type: 'page' | 'document' | 'file' | 'site'
    sha: string
    url?: string | undefined
    download_url: string
    filesize: number
    conflict_of?: string | undefined
    front_matter_error?: {
      line: number
      column: number
      reason: string
    } | undefined
    user_id: string
    created_at: string
    updated_at: string
  }
  SyncHook: {
    url: string
    secret: string
  }
  SyncResolution: {
    choice?: 'theirs' | 'copy' | 'ours' | undefined
    branch?: string | undefined
    keep?: string | undefined
  }
  SyncStatus: {
    state: 'off' | 'in_order' | 'conflicts' | 'rewritten' | 'gone'
    branch: string | null
    ours: string | null
    theirs: string | null
    last: string | null
    branches: string[]
    conflicts: ({
      path: string
      kept_at: string
    })[]
    kept: string[]
  }
  Template: {
    name: string
    label: string
    title: string
    body: string
    tags: string[]
    categories: string[]
    metadata: Record<string, unknown>
  }
  TestHosting: {
    hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
    hosting_options?: Schemas['FtpOptions'] | Schemas['ObjectStoreOptions'] | Schemas['CloudStoreOptions'] | Schemas['GitHostOptions'] | Schemas['NoOptions'] | undefined
  }
  TestSync: {
    sync?: 'disabled' | 'githost' | undefined
    sync_options?: Schemas['GitSyncOptions'] | Schemas['NoOptions'] | undefined
  }
  TextCan: {
    update: boolean
    delete: boolean
    publish: boolean
  }
  TextDifference: {
    from: {
      commit: string
      path: string
      sha: string
    }
    to: {
      commit: string
      path: string
      sha: string
    }
    diff: string | null
  }
  Token: {
    id: string
    name: string
    hint: string
    scopes: ('read' | 'draft' | 'write' | 'publish' | 'source' | 'settings' | 'git' | 'admin' | 'sets')[]
    site_ids: string[] | null
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    former_until: string | null
  }
  Translation: {
    language: string
    id: string | null
    title: string | null
    path: string
    visibility: 'visible' | 'hidden' | 'draft' | null
    permalink: string | null
  }
  Unsaved: {
    id: string
    user_id: string
    entry_id: string | null
    collection: string | null
    title: string
    version: string
    updated_at: string
  }
  UnsavedText: {
    id: string
    user_id: string
    entry_id: string | null
    collection: string | null
    title: string
    version: string
    updated_at: string
    content: string
  }
  UpdateChange: Schemas['UpdateDocumentChange'] | Schemas['UpdatePageChange'] | Schemas['UpdateFileChange']
  UpdateChangeSet: {
    title?: string | undefined
    state?: 'open' | undefined
  }
  UpdateCollection: {
    title?: string | undefined
    path?: string | undefined
    permalink?: string | null | undefined
    output?: boolean | undefined
    metadata?: Record<string, unknown> | undefined
  }
  UpdateDocument: {
    title?: string | undefined
    body?: string | undefined
    path?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
    draft?: boolean | undefined
    tags?: string[] | undefined
    categories?: string[] | undefined
    sha?: string | undefined
  }
  UpdateDocumentChange: {
    action: 'update'
    type: 'document'
    id?: string | undefined
    path?: string | undefined
    if_match?: string | undefined
    title?: string | undefined
    body?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
    draft?: boolean | undefined
    tags?: string[] | undefined
    categories?: string[] | undefined
  }
  UpdateFileChange: {
    action: 'update'
    type: 'file'
    path: string
    if_match?: string | undefined
    content: string
  }
  UpdateMe: {
    email?: string | undefined
    password?: string | undefined
    current_password?: string | undefined
    firstname?: string | undefined
    lastname?: string | undefined
  }
  UpdateNotificationChoices: {
    publish_failed?: boolean | undefined
    sync_failed?: boolean | undefined
    webhook_off?: boolean | undefined
    role_changed?: boolean | undefined
    text_changed?: boolean | undefined
    set_handed_in?: boolean | undefined
    set_sent_back?: boolean | undefined
    set_landed?: boolean | undefined
  }
  UpdatePage: {
    title?: string | undefined
    body?: string | undefined
    path?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
    sha?: string | undefined
  }
  UpdatePageChange: {
    action: 'update'
    type: 'page'
    id?: string | undefined
    path?: string | undefined
    if_match?: string | undefined
    title?: string | undefined
    body?: string | undefined
    permalink?: string | null | undefined
    date?: string | null | undefined
    visibility?: 'visible' | 'hidden' | 'draft' | undefined
    metadata?: Record<string, unknown> | undefined
  }
  UpdateRole: {
    kind?: 'admin' | 'publisher' | 'writer' | undefined
  }
  UpdateSite: {
    title?: string | undefined
    domain?: string | undefined
    timezone?: string | undefined
    jekyll_version?: 'github-pages' | '3.10' | '4.3' | '4.4' | null | undefined
    metadata?: Record<string, unknown> | undefined
    defaults?: (Record<string, unknown>)[] | undefined
    hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
    hosting_options?: Schemas['FtpOptions'] | Schemas['ObjectStoreOptions'] | Schemas['CloudStoreOptions'] | Schemas['GitHostOptions'] | Schemas['NoOptions'] | undefined
    sync?: 'disabled' | 'githost' | undefined
    sync_options?: Schemas['GitSyncOptions'] | Schemas['NoOptions'] | undefined
    generator?: 'galley' | 'jekyll' | undefined
  }
  UpdateUser: {
    email?: string | undefined
    password?: string | undefined
    firstname?: string | undefined
    lastname?: string | undefined
    admin?: boolean | undefined
    max_sites?: number | null | undefined
  }
  UpdateWebhook: {
    name?: string | undefined
    url?: string | undefined
    events?: ('texts.changed' | 'publish.done' | 'publish.failed' | 'sync.failed' | 'role.changed')[] | undefined
    active?: boolean | undefined
  }
  User: {
    id: string
    email: string
    firstname: string
    lastname: string
    fullname: string
    role?: 'admin' | 'publisher' | 'writer' | undefined
    role_id?: string | undefined
    admin: boolean
    max_sites: number | null
    second_factor?: boolean | undefined
    created_at: string
    updated_at: string
  }
  UserNotification: {
    id: string
    kind: 'publish_failed' | 'sync_failed' | 'webhook_off' | 'role_changed' | 'text_changed' | 'set_handed_in' | 'set_sent_back' | 'set_landed'
    site_id: string
    site_title: string
    at: string
    count: number
    read_at: string | null
    user_id: string | null
    text_id: string | null
    text_type: 'document' | 'page' | null
    name: string | null
    job_id: string | null
    webhook_id: string | null
    change_set_id: string | null
    role: 'admin' | 'publisher' | 'writer' | null
    reason: string | null
  }
  Webhook: {
    id: string
    site_id: string
    name: string
    url: string
    events: ('texts.changed' | 'publish.done' | 'publish.failed' | 'sync.failed' | 'role.changed')[]
    active: boolean
    off_reason: string | null
    former_until: string | null
    delivered_at: string | null
    missed: number
    created_at: string
    updated_at: string
  }
  WebhookDelivery: {
    id: string
    webhook_id: string
    site_id: string
    event: 'texts.changed' | 'publish.done' | 'publish.failed' | 'sync.failed' | 'role.changed' | 'test'
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    created_at: string
    next_at: string | null
    attempted_at: string | null
    status: number | null
    failure: string | null
  }
  WholeWebhookDelivery: {
    id: string
    webhook_id: string
    site_id: string
    event: 'texts.changed' | 'publish.done' | 'publish.failed' | 'sync.failed' | 'role.changed' | 'test'
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    created_at: string
    next_at: string | null
    attempted_at: string | null
    status: number | null
    failure: string | null
    request: string
    response: string | null
  }
}

export interface Operations {
  /** Accept an invitation with a new account; signs the browser in */
  acceptInvitation: {
    input: {
      body: Schemas['AcceptInvitation']
    }
    reply: Schemas['CurrentSession']
  }
  /** Begin to link your account to the OpenID Connect provider */
  beginOidcLink: {
    input: {
      body: Schemas['OidcLinking']
    }
    reply: Schemas['OidcAsked']
  }
  /** Begin to sign in with the OpenID Connect provider */
  beginOidcSignIn: {
    input: {}
    reply: Schemas['OidcAsked']
  }
  /** Begin to add a passkey */
  beginPasskey: {
    input: {
      body: Schemas['BeginPasskey']
    }
    reply: Schemas['PasskeyWanted']
  }
  /** Begin to set up an authenticator app */
  beginSecondFactor: {
    input: {
      body: Schemas['BeginSecondFactor']
    }
    reply: Schemas['BegunSecondFactor']
  }
  /** Exchange a message of the Model Context Protocol */
  callTools: {
    input: {
      body: Schemas['McpMessage']
    }
    reply: Schemas['McpAnswer']
  }
  /** Cancel a job */
  cancelJob: {
    input: {
      path: {
        job_id: string
      }
    }
    reply: Record<string, unknown>
  }
  /** Create, update, move and delete documents, pages and files as one commit */
  changeSite: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['ChangeSet']
    }
    reply: Schemas['Changed']
  }
  /** Compare what is live with what the host has, and send what is missing */
  checkHosting: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['JobRequested']
  }
  /** Which addresses and links the next publish would break */
  checkLinks: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['LinkCheck']
  }
  /** Turn the authenticator app on, with a code of it */
  confirmSecondFactor: {
    input: {
      body: Schemas['SecondFactorCode']
    }
    reply: Schemas['RecoveryCodes']
  }
  /** Make a change set */
  createChangeSet: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['CreateChangeSet']
    }
    reply: Schemas['ChangeSetInfo']
  }
  /** Create a collection */
  createCollection: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['CreateCollection']
    }
    reply: Schemas['Collection']
  }
  /** Create a document */
  createDocument: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['CreateDocument']
    }
    reply: Schemas['CollectionDocument']
  }
  /** Upload a static file (without front matter) */
  createFile: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: {
        file: Blob
        path?: string | undefined
        replace?: '' | 'true' | '1' | 'false' | '0' | undefined
      }
    }
    reply: Schemas['CollectionFile']
  }
  /** Invite somebody to the server */
  createInvitation: {
    input: {
      body: Schemas['CreateInvitation']
    }
    reply: Schemas['SentInvitation']
  }
  /** Create a page */
  createPage: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['CreatePage']
    }
    reply: Schemas['Page']
  }
  /** Add the passkey that the browser has made */
  createPasskey: {
    input: {
      body: Schemas['CreatePasskey']
    }
    reply: Schemas['MadePasskey']
  }
  /** Make a link with which a user sets a new password */
  createResetLink: {
    input: {
      path: {
        user_id: string
      }
    }
    reply: Schemas['ResetLink']
  }
  /** Give a user a role on a site */
  createRole: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['CreateRole']
    }
    reply: Schemas['Role']
  }
  /** Make a link that shows a preview to people without an account */
  createShare: {
    input: {
      path: {
        site_id: string
      }
      body?: Schemas['CreateShare']
    }
    reply: Schemas['MadeShare']
  }
  /** Create a site; you become its admin */
  createSite: {
    input: {
      body: Schemas['CreateSite']
    }
    reply: Schemas['Site']
  }
  /** Invite somebody to a site, with a role */
  createSiteInvitation: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['CreateSiteInvitation']
    }
    reply: Schemas['SentInvitation']
  }
  /** Make an access token for a program */
  createToken: {
    input: {
      body: Schemas['CreateToken']
    }
    reply: Schemas['MadeToken']
  }
  /** Create a user */
  createUser: {
    input: {
      body: Schemas['CreateUser']
    }
    reply: Schemas['User']
  }
  /** Make a webhook */
  createWebhook: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['CreateWebhook']
    }
    reply: Schemas['MadeWebhook']
  }
  /** Delete a collection and its folder */
  deleteCollection: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Deleted']
  }
  /** Delete a document; its history is kept */
  deleteDocument: {
    input: {
      path: {
        document_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Deleted']
  }
  /** Delete a static file of a collection */
  deleteFile: {
    input: {
      path: {
        site_id: string
        filename: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Deleted']
  }
  /** Unlink your account from the OpenID Connect provider */
  deleteOidcLink: {
    input: {}
    reply: Schemas['Deleted']
  }
  /** Delete a page; its history is kept */
  deletePage: {
    input: {
      path: {
        page_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Deleted']
  }
  /** Remove a role */
  deleteRole: {
    input: {
      path: {
        role_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Take the second factor off a user who has lost it */
  deleteSecondFactor: {
    input: {
      path: {
        user_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Delete a site; its repository is kept in the trash */
  deleteSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Delete a file of the source */
  deleteSource: {
    input: {
      path: {
        site_id: string
        name: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['SourceFile']
  }
  /** Delete one of your unsaved texts */
  deleteUnsaved: {
    input: {
      path: {
        site_id: string
        unsaved_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Delete a user */
  deleteUser: {
    input: {
      path: {
        user_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Delete a webhook, with its deliveries */
  deleteWebhook: {
    input: {
      path: {
        site_id: string
        webhook_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Download a static file of a collection */
  downloadFile: {
    input: {
      path: {
        site_id: string
        filename: string
      }
      query?: {
        download?: string | number | boolean | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Blob
  }
  /** Drop a change set */
  dropChangeSet: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Let a site be changed again */
  endReadOnly: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['ReadOnlySite']
  }
  /** End one of your sessions */
  endSession: {
    input: {
      path: {
        session_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Download the whole source as a ZIP */
  exportSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Blob
  }
  /** Follow a job (server-sent events), or get it as JSON */
  followJob: {
    input: {
      path: {
        job_id: string
      }
    }
    reply: Schemas['Job'] | Blob
  }
  /** Stream what happens on a site (server-sent events) */
  followSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Blob
  }
  /** Ask for a link to set a new password, by mail */
  forgotPassword: {
    input: {
      body: Schemas['ForgottenPassword']
    }
    reply: Schemas['ForgottenPasswordAsked']
  }
  /** A change set */
  getChangeSet: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
    }
    reply: Schemas['ChangeSetInfo']
  }
  /** A collection */
  getCollection: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Collection']
  }
  /** Get a commit with its diff */
  getCommit: {
    input: {
      path: {
        site_id: string
        commit: string
      }
    }
    reply: Schemas['CommitDetail']
  }
  /** Get a data file as a value */
  getDataFile: {
    input: {
      path: {
        site_id: string
        name: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['DataFile']
  }
  /** The documentation of this API as HTML: guides and a reference */
  getDocs: {
    input: {
      path: {
        page: string
      }
      query?: {
        q?: string | number | boolean | undefined
      }
    }
    reply: Blob
  }
  /** The documentation of this API as HTML: guides and a reference */
  getDocsRoot: {
    input: {
      query?: {
        q?: string | number | boolean | undefined
      }
    }
    reply: Blob
  }
  /** A document */
  getDocument: {
    input: {
      path: {
        document_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['CollectionDocument']
  }
  /** Compare two versions of a document */
  getDocumentDiff: {
    input: {
      path: {
        document_id: string
      }
      query: {
        from: string | number | boolean
        to?: string | number | boolean | undefined
      }
    }
    reply: Schemas['TextDifference']
  }
  /** The document as it was at a commit */
  getDocumentRevision: {
    input: {
      path: {
        document_id: string
        commit: string
      }
    }
    reply: Schemas['CollectionDocument']
  }
  /** The refs of the repository, for git clients */
  getGitRefs: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        service?: string | number | boolean | undefined
      }
    }
    reply: Blob
  }
  /** Health check */
  getHealth: {
    input: {}
    reply: Schemas['Health']
  }
  /** Get the key pair of a user by e-mail address and password */
  getKeyPair: {
    input: {}
    reply: Schemas['KeyPair']
  }
  /** Whether mail is sent, and what could not be sent */
  getMail: {
    input: {}
    reply: Schemas['Mail']
  }
  /** Who calls */
  getMe: {
    input: {}
    reply: Schemas['Me']
  }
  /** A media file, or a thumbnail of it */
  getMedia: {
    input: {
      path: {
        token: string
      }
      query?: {
        width?: 160 | 320 | 640 | 1280 | undefined
      }
    }
    reply: Blob
  }
  /** Metrics for Prometheus; on loopback, or for server administrators */
  getMetrics: {
    input: {}
    reply: Blob
  }
  /** Which kinds of notifications you get */
  getNotificationChoices: {
    input: {}
    reply: Schemas['NotificationChoices']
  }
  /** Whether you sign in with the OpenID Connect provider */
  getOidcLink: {
    input: {}
    reply: Schemas['OidcLink']
  }
  /** The OpenAPI document */
  getOpenApi: {
    input: {}
    reply: Record<string, unknown>
  }
  /** A page */
  getPage: {
    input: {
      path: {
        page_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Page']
  }
  /** Compare two versions of a page */
  getPageDiff: {
    input: {
      path: {
        page_id: string
      }
      query: {
        from: string | number | boolean
        to?: string | number | boolean | undefined
      }
    }
    reply: Schemas['TextDifference']
  }
  /** The page as it was at a commit */
  getPageRevision: {
    input: {
      path: {
        page_id: string
        commit: string
      }
    }
    reply: Schemas['Page']
  }
  /** Whether a site can be changed, or moves to another server */
  getReadOnly: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['ReadOnlySite']
  }
  /** Readiness check */
  getReadiness: {
    input: {}
    reply: Schemas['Readiness']
  }
  /** A role */
  getRole: {
    input: {
      path: {
        role_id: string
      }
    }
    reply: Schemas['Role']
  }
  /** Whether you have a second factor */
  getSecondFactor: {
    input: {}
    reply: Schemas['SecondFactor']
  }
  /** Get the current session and its user */
  getSession: {
    input: {}
    reply: Schemas['CurrentSession']
  }
  /** How people sign in here */
  getSignInWays: {
    input: {}
    reply: Schemas['SignInWays']
  }
  /** A site */
  getSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['Site']
  }
  /** Compare two commits of a site */
  getSiteDiff: {
    input: {
      path: {
        site_id: string
      }
      query: {
        from: string | number | boolean
        to?: string | number | boolean | undefined
      }
    }
    reply: Schemas['SiteDifference']
  }
  /** Which Jekyll a site is built as, why, and with which theme */
  getSiteJekyll: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['SiteJekyll']
  }
  /** Get a file or list a folder of the source; ?download returns the bytes of a file */
  getSource: {
    input: {
      path: {
        site_id: string
        name: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        all?: '' | 'true' | '1' | 'false' | '0' | undefined
        recursive?: '' | 'true' | '1' | 'false' | '0' | undefined
        download?: '' | 'true' | '1' | 'false' | '0' | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['SourceFile'] | (Schemas['SourceFile'] | Schemas['SourceDirectory'])[] | Blob
  }
  /** Get a file or list a folder of the source; ?download returns the bytes of a file */
  getSourceRoot: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        all?: '' | 'true' | '1' | 'false' | '0' | undefined
        recursive?: '' | 'true' | '1' | 'false' | '0' | undefined
        download?: '' | 'true' | '1' | 'false' | '0' | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['SourceFile'] | (Schemas['SourceFile'] | Schemas['SourceDirectory'])[] | Blob
  }
  /** Get the state of the sync */
  getSync: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['SyncStatus']
  }
  /** Get the URL of the sync webhook and its secret */
  getSyncHook: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['SyncHook']
  }
  /** Whether a proxy may get a certificate for a host name */
  getTlsAllowed: {
    input: {
      query: {
        domain: string | number | boolean
      }
    }
    reply: Schemas['CertificateAllowed']
  }
  /** Get one of your unsaved texts */
  getUnsaved: {
    input: {
      path: {
        site_id: string
        unsaved_id: string
      }
    }
    reply: Schemas['UnsavedText']
  }
  /** A user of the server */
  getUser: {
    input: {
      path: {
        user_id: string
      }
    }
    reply: Schemas['User']
  }
  /** A webhook */
  getWebhook: {
    input: {
      path: {
        site_id: string
        webhook_id: string
      }
    }
    reply: Schemas['Webhook']
  }
  /** A delivery, with what was sent and answered */
  getWebhookDelivery: {
    input: {
      path: {
        site_id: string
        webhook_id: string
        delivery_id: string
      }
    }
    reply: Schemas['WholeWebhookDelivery']
  }
  /** Push */
  gitReceivePack: {
    input: {
      path: {
        site_id: string
      }
      body: Blob
    }
    reply: Blob
  }
  /** Clone and fetch */
  gitUploadPack: {
    input: {
      path: {
        site_id: string
      }
      body: Blob
    }
    reply: Blob
  }
  /** Give a site another owner, one of its admins */
  giveSite: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['GiveSite']
    }
    reply: Schemas['Site']
  }
  /** Hand in a change set */
  handInChangeSet: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
      body?: Schemas['HandInChangeSet']
    }
    reply: Schemas['ChangeSetInfo']
  }
  /** Create a site from a git repository */
  importRepository: {
    input: {
      body: Schemas['ImportRepository']
    }
    reply: Schemas['ImportRequested']
  }
  /** Create a site from a ZIP of its source */
  importSite: {
    input: {
      body: {
        file: Blob
        title?: string | undefined
        domain?: string | undefined
      }
    }
    reply: Schemas['ImportRequested']
  }
  /** Accept an invitation with the account that is signed in */
  joinByInvitation: {
    input: {
      body: Schemas['OpenInvitation']
    }
    reply: Schemas['CurrentSession']
  }
  /** Land a change set on `main` as one commit */
  landChangeSet: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
      body?: Schemas['LandChangeSet']
    }
    reply: Schemas['ChangeSetInfo']
  }
  /** Link your account by the answer of the OpenID Connect provider */
  linkOidc: {
    input: {
      body: Schemas['OidcAnswer']
    }
    reply: Schemas['OidcLink']
  }
  /** Who did what on this server */
  listAudit: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        user_id?: string | number | boolean | undefined
        operation?: string | number | boolean | undefined
        outcome?: 'done' | 'refused' | 'failed' | undefined
        from?: string | number | boolean | undefined
        to?: string | number | boolean | undefined
        site_id?: string | number | boolean | undefined
      }
    }
    reply: Schemas['AuditRow'][]
  }
  /** List the categories of all posts that you may see */
  listCategories: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: string[]
  }
  /** List the change sets of a site */
  listChangeSets: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        state?: 'open' | 'landed' | 'dropped' | undefined
      }
    }
    reply: Schemas['ChangeSetInfo'][]
  }
  /** List the collections of a site */
  listCollections: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Collection'][]
  }
  /** List the commits of a site, newest first */
  listCommits: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Commit'][]
  }
  /** List the data files that you may change */
  listDataFiles: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['DataFileHead'][]
  }
  /** List the deleted documents and pages, newest first */
  listDeleted: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['DeletedText'][]
  }
  /** List the versions of a document, newest first */
  listDocumentHistory: {
    input: {
      path: {
        document_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Revision'][]
  }
  /** List the documents of a collection */
  listDocuments: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        summary?: '' | 'true' | '1' | 'false' | '0' | undefined
        tag?: string | number | boolean | undefined
        category?: string | number | boolean | undefined
        language?: string | number | boolean | undefined
        author?: string | number | boolean | undefined
        date_from?: string | number | boolean | undefined
        date_to?: string | number | boolean | undefined
        updated_since?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: 'title-asc' | 'title-desc' | 'date-asc' | 'date-desc' | 'path-asc' | 'path-desc' | 'filename-asc' | 'filename-desc' | 'visibility-asc' | 'visibility-desc' | 'position-asc' | 'position-desc' | 'created_at-asc' | 'created_at-desc' | 'updated_at-asc' | 'updated_at-desc' | undefined
        visibility?: string | number | boolean | undefined
        extensions?: string | number | boolean | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: ({
      id: string
      title: string
      body?: string | undefined
      filename: string
      path: string
      basename: string
      directory: string
      defaults: Record<string, unknown>
      metadata: Record<string, unknown>
      date: string | null
      sha: string
      visibility: 'visible' | 'hidden' | 'draft'
      live_from: string | null
      live_until: string | null
      permalink: string | null
      url: string
      site_id: string
      user_id: string
      edited_by_id: string | null
      created_at: string
      updated_at: string
      language: string | null
      translations: Schemas['Translation'][]
      can: Schemas['TextCan']
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      tags: string[]
      categories: string[]
      type: 'document'
    })[]
  }
  /** How the domains of the sites stand that you administer */
  listDomains: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Domain'][]
  }
  /** List the fields of a collection: declared ones, and ones inferred from its documents */
  listFields: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Field'][]
  }
  /** List the static files of a collection */
  listFiles: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: 'filename-asc' | 'filename-desc' | 'basename-asc' | 'basename-desc' | 'content_type-asc' | 'content_type-desc' | 'filesize-asc' | 'filesize-desc' | 'created_at-asc' | 'created_at-desc' | 'updated_at-asc' | 'updated_at-desc' | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['CollectionFile'][]
  }
  /** List all invitations */
  listInvitations: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Invitation'][]
  }
  /** List the recent jobs of a site, newest first */
  listJobs: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Job'][]
  }
  /** List the files of a site, inside and outside collections */
  listMedia: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: 'filename-asc' | 'filename-desc' | 'basename-asc' | 'basename-desc' | 'content_type-asc' | 'content_type-desc' | 'filesize-asc' | 'filesize-desc' | 'created_at-asc' | 'created_at-desc' | 'updated_at-asc' | 'updated_at-desc' | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Media'][]
  }
  /** List your notifications */
  listNotifications: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        unread?: '' | 'true' | '1' | 'false' | '0' | undefined
      }
    }
    reply: Schemas['UserNotification'][]
  }
  /** List the versions of a page, newest first */
  listPageHistory: {
    input: {
      path: {
        page_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Revision'][]
  }
  /** List the pages of a site */
  listPages: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        summary?: '' | 'true' | '1' | 'false' | '0' | undefined
        tag?: string | number | boolean | undefined
        category?: string | number | boolean | undefined
        language?: string | number | boolean | undefined
        author?: string | number | boolean | undefined
        date_from?: string | number | boolean | undefined
        date_to?: string | number | boolean | undefined
        updated_since?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: 'title-asc' | 'title-desc' | 'date-asc' | 'date-desc' | 'path-asc' | 'path-desc' | 'filename-asc' | 'filename-desc' | 'visibility-asc' | 'visibility-desc' | 'position-asc' | 'position-desc' | 'created_at-asc' | 'created_at-desc' | 'updated_at-asc' | 'updated_at-desc' | undefined
        visibility?: string | number | boolean | undefined
        extensions?: string | number | boolean | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: ({
      id: string
      title: string
      body?: string | undefined
      filename: string
      path: string
      basename: string
      directory: string
      defaults: Record<string, unknown>
      metadata: Record<string, unknown>
      date: string | null
      sha: string
      visibility: 'visible' | 'hidden' | 'draft'
      live_from: string | null
      live_until: string | null
      permalink: string | null
      url: string
      site_id: string
      user_id: string
      edited_by_id: string | null
      created_at: string
      updated_at: string
      language: string | null
      translations: Schemas['Translation'][]
      can: Schemas['TextCan']
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    })[]
  }
  /** List your passkeys */
  listPasskeys: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Passkey'][]
  }
  /** List the kept releases, newest first */
  listReleases: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Release'][]
  }
  /** List the roles on a site */
  listRoles: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Role'][]
  }
  /** List your sessions */
  listSessions: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Session'][]
  }
  /** What a change set changes, file by file */
  listSetChanges: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['ChangeInSet'][]
  }
  /** What was said when a change set was handed in and sent back */
  listSetNotes: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['SetNote'][]
  }
  /** List the links to previews of a site */
  listShares: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['Share'][]
  }
  /** Who did what on a site */
  listSiteAudit: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        user_id?: string | number | boolean | undefined
        operation?: string | number | boolean | undefined
        outcome?: 'done' | 'refused' | 'failed' | undefined
        from?: string | number | boolean | undefined
        to?: string | number | boolean | undefined
      }
    }
    reply: Schemas['AuditRow'][]
  }
  /** List the invitations to a site */
  listSiteInvitations: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Invitation'][]
  }
  /** List the users of a site, each with their role */
  listSiteUsers: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['User'][]
  }
  /** List the sites on which you have a role */
  listSites: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: 'title-asc' | 'title-desc' | 'domain-asc' | 'domain-desc' | 'created_at-asc' | 'created_at-desc' | 'updated_at-asc' | 'updated_at-desc' | undefined
      }
    }
    reply: Schemas['Site'][]
  }
  /** List the tags of all posts that you may see */
  listTags: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: string[]
  }
  /** List the templates for new documents or pages */
  listTemplates: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        collection?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Template'][]
  }
  /** List your access tokens */
  listTokens: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Token'][]
  }
  /** List your unsaved texts of a site */
  listUnsaved: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['Unsaved'][]
  }
  /** List all users of the server */
  listUsers: {
    input: {
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
      }
    }
    reply: Schemas['User'][]
  }
  /** List what was sent to a webhook, and what waits */
  listWebhookDeliveries: {
    input: {
      path: {
        site_id: string
        webhook_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['WebhookDelivery'][]
  }
  /** List the webhooks of a site */
  listWebhooks: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
      }
    }
    reply: Schemas['Webhook'][]
  }
  /** Take what is on `main` into a change set */
  mergeIntoChangeSet: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
      body?: Schemas['MergeIntoChangeSet']
    }
    reply: Schemas['ChangeSetInfo']
  }
  /** Start a preview job for the site */
  previewSite: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
    }
    reply: Schemas['JobRequested']
  }
  /** Publish an older release again, without building it */
  publishRelease: {
    input: {
      path: {
        site_id: string
        release_id: string
      }
    }
    reply: Schemas['JobRequested']
  }
  /** Start a publish job for the site */
  publishSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['JobRequested']
  }
  /** Create or replace a file of the source */
  putSource: {
    input: {
      path: {
        site_id: string
        name: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: {
        file: Blob
      }
    }
    reply: Schemas['SourceFile']
  }
  /** Keep an unsaved text */
  putUnsaved: {
    input: {
      path: {
        site_id: string
        unsaved_id: string
      }
      body: Schemas['PutUnsaved']
    }
    reply: Schemas['Unsaved']
  }
  /** Read what an invitation offers */
  readInvitation: {
    input: {
      body: Schemas['OpenInvitation']
    }
    reply: Schemas['OpenedInvitation']
  }
  /** Mark a notification as read */
  readNotification: {
    input: {
      path: {
        notification_id: string
      }
    }
    reply: Schemas['UserNotification']
  }
  /** Mark all your notifications as read */
  readNotifications: {
    input: {}
    reply: Schemas['NotificationsRead']
  }
  /** Remove a passkey */
  removePasskey: {
    input: {
      path: {
        passkey_id: string
      }
      body: Schemas['BeginPasskey']
    }
    reply: Schemas['Deleted']
  }
  /** Render a document with changed text, without saving it */
  renderDocument: {
    input: {
      path: {
        document_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body?: Schemas['RenderEntry']
    }
    reply: Blob
  }
  /** Render a document or page that does not exist yet, without saving it */
  renderNew: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['RenderNew']
    }
    reply: Blob
  }
  /** Render a page with changed text, without saving it */
  renderPage: {
    input: {
      path: {
        page_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body?: Schemas['RenderEntry']
    }
    reply: Blob
  }
  /** Make new recovery codes */
  renewRecoveryCodes: {
    input: {
      body: Schemas['SecondFactorCode']
    }
    reply: Schemas['RecoveryCodes']
  }
  /** Send a delivery again */
  replayWebhookDelivery: {
    input: {
      path: {
        site_id: string
        webhook_id: string
        delivery_id: string
      }
    }
    reply: Schemas['WebhookDelivery']
  }
  /** Send an invitation again */
  resendInvitation: {
    input: {
      path: {
        invitation_id: string
      }
    }
    reply: Schemas['SentInvitation']
  }
  /** Set a new password, with the secret of a link */
  resetPassword: {
    input: {
      body: Schemas['ResetPassword']
    }
    reply: Schemas['PasswordWasReset']
  }
  /** Settle a sync that waits, because the remote branch was rewritten or is gone, or a kept file */
  resolveSync: {
    input: {
      path: {
        site_id: string
      }
      body?: Schemas['SyncResolution']
    }
    reply: Schemas['JobRequested']
  }
  /** Restore an older version of a document, as a new commit */
  restoreDocument: {
    input: {
      path: {
        document_id: string
      }
      body: Schemas['Restore']
    }
    reply: Schemas['CollectionDocument']
  }
  /** Restore an older version of a page, as a new commit */
  restorePage: {
    input: {
      path: {
        page_id: string
      }
      body: Schemas['Restore']
    }
    reply: Schemas['Page']
  }
  /** Withdraw an invitation */
  revokeInvitation: {
    input: {
      path: {
        invitation_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Revoke a link to a preview */
  revokeShare: {
    input: {
      path: {
        site_id: string
        share_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Revoke a token */
  revokeToken: {
    input: {
      path: {
        token_id: string
      }
    }
    reply: Schemas['Deleted']
  }
  /** Create a new key pair; the old one stops working */
  rotateKeys: {
    input: {}
    reply: Schemas['KeyPair']
  }
  /** Create a new secret for the webhook; the old one stops working */
  rotateSyncHook: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['SyncHook']
  }
  /** Replace a token; the former one stays valid for some hours */
  rotateToken: {
    input: {
      path: {
        token_id: string
      }
      body?: Schemas['RotateToken']
    }
    reply: Schemas['MadeToken']
  }
  /** Replace the secret of a webhook */
  rotateWebhook: {
    input: {
      path: {
        site_id: string
        webhook_id: string
      }
    }
    reply: Schemas['MadeWebhook']
  }
  /** Search the documents and pages of all your sites */
  search: {
    input: {
      query: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        q: string | number | boolean
        collection?: string | number | boolean | undefined
        type?: 'document' | 'page' | undefined
      }
    }
    reply: (Schemas['FoundDocument'] | Schemas['FoundPage'])[]
  }
  /** Search the documents and pages of a site */
  searchSite: {
    input: {
      path: {
        site_id: string
      }
      query: {
        page?: number | undefined
        per_page?: number | undefined
        after?: string | number | boolean | undefined
        q: string | number | boolean
        collection?: string | number | boolean | undefined
        type?: 'document' | 'page' | undefined
        change_set?: string | number | boolean | undefined
      }
    }
    reply: (Schemas['FoundDocument'] | Schemas['FoundPage'])[]
  }
  /** Send a change set back to those who made it */
  sendBackChangeSet: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
      body: Schemas['SendBackChangeSet']
    }
    reply: Schemas['ChangeSetInfo']
  }
  /** Say which document or page you have open, for a minute */
  setPresence: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['SetPresence']
    }
    reply: Schemas['Presence']
  }
  /** Keep a site from being changed while it moves to another server */
  setReadOnly: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['SetReadOnly']
    }
    reply: Schemas['ReadOnlySite']
  }
  /** Set up the first administrator, with the token of the link that the first start prints */
  setUp: {
    input: {
      body: Schemas['SetUp']
    }
    reply: Schemas['CurrentSession']
  }
  /** Sign a browser in by e-mail address and password; sets a cookie */
  signIn: {
    input: {
      body: Schemas['SignIn']
    }
    reply: Schemas['CurrentSession']
  }
  /** Sign a browser in with the answer of the OpenID Connect provider */
  signInByOidc: {
    input: {
      body: Schemas['OidcAnswer']
    }
    reply: Schemas['CurrentSession']
  }
  /** Sign out: end the current session */
  signOut: {
    input: {}
    reply: Schemas['Deleted']
  }
  /** Start a sync: a git host calls this after a push */
  syncHook: {
    input: {
      path: {
        site_id: string
      }
      body: Record<string, unknown> | Blob
    }
    reply: Schemas['JobRequested']
  }
  /** Start a sync job for the site */
  syncSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['JobRequested']
  }
  /** Test the hosting settings of the site */
  testHosting: {
    input: {
      path: {
        site_id: string
      }
      body?: Schemas['TestHosting']
    }
    reply: Schemas['ConnectionTest']
  }
  /** Send yourself a test mail */
  testMail: {
    input: {}
    reply: Schemas['MailTest']
  }
  /** Test the sync settings of the site */
  testSync: {
    input: {
      path: {
        site_id: string
      }
      body?: Schemas['TestSync']
    }
    reply: Schemas['ConnectionTest']
  }
  /** Send a test to a webhook */
  testWebhook: {
    input: {
      path: {
        site_id: string
        webhook_id: string
      }
    }
    reply: Schemas['WebhookDelivery']
  }
  /** Turn your authenticator app off */
  turnOffSecondFactor: {
    input: {
      body: Schemas['SecondFactorCode']
    }
    reply: Schemas['Deleted']
  }
  /** Rename a change set, or bring it back */
  updateChangeSet: {
    input: {
      path: {
        site_id: string
        change_set_id: string
      }
      body: Schemas['UpdateChangeSet']
    }
    reply: Schemas['ChangeSetInfo']
  }
  /** Change a collection; a new path moves its folder */
  updateCollection: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['UpdateCollection']
    }
    reply: Schemas['Collection']
  }
  /** Change a data file by path, or its whole source */
  updateDataFile: {
    input: {
      path: {
        site_id: string
        name: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: {
        edits?: Schemas['DataEdit'][] | undefined
        text?: string | undefined
        broken?: boolean | undefined
        sha?: string | undefined
      }
    }
    reply: Schemas['DataFile']
  }
  /** Change a document; fields that are not given stay as they are */
  updateDocument: {
    input: {
      path: {
        document_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['UpdateDocument']
    }
    reply: Schemas['CollectionDocument']
  }
  /** Change your own account; a new password needs the current one */
  updateMe: {
    input: {
      body: Schemas['UpdateMe']
    }
    reply: Schemas['Me']
  }
  /** Choose which kinds of notifications you get */
  updateNotificationChoices: {
    input: {
      body: Schemas['UpdateNotificationChoices']
    }
    reply: Schemas['NotificationChoices']
  }
  /** Change a page; fields that are not given stay as they are */
  updatePage: {
    input: {
      path: {
        page_id: string
      }
      query?: {
        change_set?: string | number | boolean | undefined
      }
      body: Schemas['UpdatePage']
    }
    reply: Schemas['Page']
  }
  /** Change a role */
  updateRole: {
    input: {
      path: {
        role_id: string
      }
      body: Schemas['UpdateRole']
    }
    reply: Schemas['Role']
  }
  /** Change a site; fields that are not given stay as they are */
  updateSite: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['UpdateSite']
    }
    reply: Schemas['Site']
  }
  /** Fetch the newest version of the theme of a site */
  updateTheme: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: Schemas['SiteJekyll']
  }
  /** Change a user */
  updateUser: {
    input: {
      path: {
        user_id: string
      }
      body: Schemas['UpdateUser']
    }
    reply: Schemas['User']
  }
  /** Change a webhook, switch it on or off */
  updateWebhook: {
    input: {
      path: {
        site_id: string
        webhook_id: string
      }
      body: Schemas['UpdateWebhook']
    }
    reply: Schemas['Webhook']
  }
}

export type OperationId = keyof Operations

/** Method, path, `form` for a multipart body, `once` where an `Idempotency-Key` is taken, `sets` where `change_set` is. */
export const OPERATIONS: Readonly<Record<OperationId, string>> = {
  acceptInvitation: 'POST /v2/invitations/accept',
  beginOidcLink: 'POST /v2/users/me/oidc',
  beginOidcSignIn: 'POST /v2/sign-in/oidc',
  beginPasskey: 'POST /v2/users/me/second-factor/passkeys/begin',
  beginSecondFactor: 'POST /v2/users/me/second-factor',
  callTools: 'POST /v2/mcp',
  cancelJob: 'DELETE /v2/jobs/{job_id}',
  changeSite: 'POST /v2/sites/{site_id}/changes once sets',
  checkHosting: 'POST /v2/sites/{site_id}/hosting/check once',
  checkLinks: 'GET /v2/sites/{site_id}/link-check',
  confirmSecondFactor: 'POST /v2/users/me/second-factor/confirm',
  createChangeSet: 'POST /v2/sites/{site_id}/change_sets once',
  createCollection: 'POST /v2/sites/{site_id}/collections once sets',
  createDocument: 'POST /v2/sites/{site_id}/collections/{path}/documents once sets',
  createFile: 'POST /v2/sites/{site_id}/collections/{path}/files form once sets',
  createInvitation: 'POST /v2/invitations',
  createPage: 'POST /v2/sites/{site_id}/pages once sets',
  createPasskey: 'POST /v2/users/me/second-factor/passkeys',
  createResetLink: 'POST /v2/users/{user_id}/reset-link',
  createRole: 'POST /v2/sites/{site_id}/roles once',
  createShare: 'POST /v2/sites/{site_id}/shares',
  createSite: 'POST /v2/sites once',
  createSiteInvitation: 'POST /v2/sites/{site_id}/invitations',
  createToken: 'POST /v2/users/me/tokens',
  createUser: 'POST /v2/users once',
  createWebhook: 'POST /v2/sites/{site_id}/webhooks',
  deleteCollection: 'DELETE /v2/sites/{site_id}/collections/{path} sets',
  deleteDocument: 'DELETE /v2/documents/{document_id} sets',
  deleteFile: 'DELETE /v2/sites/{site_id}/files/{filename} sets',
  deleteOidcLink: 'DELETE /v2/users/me/oidc',
  deletePage: 'DELETE /v2/pages/{page_id} sets',
  deleteRole: 'DELETE /v2/roles/{role_id}',
  deleteSecondFactor: 'DELETE /v2/users/{user_id}/second-factor',
  deleteSite: 'DELETE /v2/sites/{site_id}',
  deleteSource: 'DELETE /v2/sites/{site_id}/source/{name} sets',
  deleteUnsaved: 'DELETE /v2/sites/{site_id}/unsaved/{unsaved_id}',
  deleteUser: 'DELETE /v2/users/{user_id}',
  deleteWebhook: 'DELETE /v2/sites/{site_id}/webhooks/{webhook_id}',
  downloadFile: 'GET /v2/sites/{site_id}/files/{filename} sets',
  dropChangeSet: 'DELETE /v2/sites/{site_id}/change_sets/{change_set_id}',
  endReadOnly: 'DELETE /v2/sites/{site_id}/read_only',
  endSession: 'DELETE /v2/users/me/sessions/{session_id}',
  exportSite: 'GET /v2/sites/{site_id}/export',
  followJob: 'GET /v2/jobs/{job_id}',
  followSite: 'GET /v2/sites/{site_id}/events',
  forgotPassword: 'POST /v2/password/forgotten',
  getChangeSet: 'GET /v2/sites/{site_id}/change_sets/{change_set_id}',
  getCollection: 'GET /v2/sites/{site_id}/collections/{path} sets',
  getCommit: 'GET /v2/sites/{site_id}/commits/{commit}',
  getDataFile: 'GET /v2/sites/{site_id}/data/{name} sets',
  getDocs: 'GET /v2/docs/{page}',
  getDocsRoot: 'GET /v2/docs',
  getDocument: 'GET /v2/documents/{document_id} sets',
  getDocumentDiff: 'GET /v2/documents/{document_id}/diff',
  getDocumentRevision: 'GET /v2/documents/{document_id}/history/{commit}',
  getGitRefs: 'GET /v2/sites/{site_id}/repository.git/info/refs',
  getHealth: 'GET /healthz',
  getKeyPair: 'POST /v2/auth',
  getMail: 'GET /v2/mail',
  getMe: 'GET /v2/users/me',
  getMedia: 'GET /v2/media/{token}',
  getMetrics: 'GET /metrics',
  getNotificationChoices: 'GET /v2/notifications/choices',
  getOidcLink: 'GET /v2/users/me/oidc',
  getOpenApi: 'GET /v2/openapi.json',
  getPage: 'GET /v2/pages/{page_id} sets',
  getPageDiff: 'GET /v2/pages/{page_id}/diff',
  getPageRevision: 'GET /v2/pages/{page_id}/history/{commit}',
  getReadOnly: 'GET /v2/sites/{site_id}/read_only',
  getReadiness: 'GET /readyz',
  getRole: 'GET /v2/roles/{role_id}',
  getSecondFactor: 'GET /v2/users/me/second-factor',
  getSession: 'GET /v2/session',
  getSignInWays: 'GET /v2/sign-in',
  getSite: 'GET /v2/sites/{site_id}',
  getSiteDiff: 'GET /v2/sites/{site_id}/diff',
  getSiteJekyll: 'GET /v2/sites/{site_id}/jekyll',
  getSource: 'GET /v2/sites/{site_id}/source/{name} sets',
  getSourceRoot: 'GET /v2/sites/{site_id}/source sets',
  getSync: 'GET /v2/sites/{site_id}/sync',
  getSyncHook: 'GET /v2/sites/{site_id}/hooks/sync',
  getTlsAllowed: 'GET /v2/tls/allowed',
  getUnsaved: 'GET /v2/sites/{site_id}/unsaved/{unsaved_id}',
  getUser: 'GET /v2/users/{user_id}',
  getWebhook: 'GET /v2/sites/{site_id}/webhooks/{webhook_id}',
  getWebhookDelivery: 'GET /v2/sites/{site_id}/webhooks/{webhook_id}/deliveries/{delivery_id}',
  gitReceivePack: 'POST /v2/sites/{site_id}/repository.git/git-receive-pack',
  gitUploadPack: 'POST /v2/sites/{site_id}/repository.git/git-upload-pack',
  giveSite: 'PUT /v2/sites/{site_id}/owner',
  handInChangeSet: 'POST /v2/sites/{site_id}/change_sets/{change_set_id}/hand_in',
  importRepository: 'POST /v2/import/repository once',
  importSite: 'POST /v2/import form once',
  joinByInvitation: 'POST /v2/invitations/join',
  landChangeSet: 'POST /v2/sites/{site_id}/change_sets/{change_set_id}/land',
  linkOidc: 'POST /v2/users/me/oidc/answer',
  listAudit: 'GET /v2/audit',
  listCategories: 'GET /v2/sites/{site_id}/categories sets',
  listChangeSets: 'GET /v2/sites/{site_id}/change_sets',
  listCollections: 'GET /v2/sites/{site_id}/collections sets',
  listCommits: 'GET /v2/sites/{site_id}/commits',
  listDataFiles: 'GET /v2/sites/{site_id}/data sets',
  listDeleted: 'GET /v2/sites/{site_id}/deleted',
  listDocumentHistory: 'GET /v2/documents/{document_id}/history',
  listDocuments: 'GET /v2/sites/{site_id}/collections/{path}/documents sets',
  listDomains: 'GET /v2/domains',
  listFields: 'GET /v2/sites/{site_id}/collections/{path}/fields sets',
  listFiles: 'GET /v2/sites/{site_id}/collections/{path}/files sets',
  listInvitations: 'GET /v2/invitations',
  listJobs: 'GET /v2/sites/{site_id}/jobs',
  listMedia: 'GET /v2/sites/{site_id}/media sets',
  listNotifications: 'GET /v2/notifications',
  listPageHistory: 'GET /v2/pages/{page_id}/history',
  listPages: 'GET /v2/sites/{site_id}/pages sets',
  listPasskeys: 'GET /v2/users/me/second-factor/passkeys',
  listReleases: 'GET /v2/sites/{site_id}/releases',
  listRoles: 'GET /v2/sites/{site_id}/roles',
  listSessions: 'GET /v2/users/me/sessions',
  listSetChanges: 'GET /v2/sites/{site_id}/change_sets/{change_set_id}/changes',
  listSetNotes: 'GET /v2/sites/{site_id}/change_sets/{change_set_id}/notes',
  listShares: 'GET /v2/sites/{site_id}/shares',
  listSiteAudit: 'GET /v2/sites/{site_id}/audit',
  listSiteInvitations: 'GET /v2/sites/{site_id}/invitations',
  listSiteUsers: 'GET /v2/sites/{site_id}/users',
  listSites: 'GET /v2/sites',
  listTags: 'GET /v2/sites/{site_id}/tags sets',
  listTemplates: 'GET /v2/sites/{site_id}/templates',
  listTokens: 'GET /v2/users/me/tokens',
  listUnsaved: 'GET /v2/sites/{site_id}/unsaved',
  listUsers: 'GET /v2/users',
  listWebhookDeliveries: 'GET /v2/sites/{site_id}/webhooks/{webhook_id}/deliveries',
  listWebhooks: 'GET /v2/sites/{site_id}/webhooks',
  mergeIntoChangeSet: 'POST /v2/sites/{site_id}/change_sets/{change_set_id}/update',
  previewSite: 'POST /v2/sites/{site_id}/preview once sets',
  publishRelease: 'POST /v2/sites/{site_id}/releases/{release_id}/publish once',
  publishSite: 'POST /v2/sites/{site_id}/publish once',
  putSource: 'PUT /v2/sites/{site_id}/source/{name} form sets',
  putUnsaved: 'PUT /v2/sites/{site_id}/unsaved/{unsaved_id}',
  readInvitation: 'POST /v2/invitations/read',
  readNotification: 'POST /v2/notifications/{notification_id}/read',
  readNotifications: 'POST /v2/notifications/read',
  removePasskey: 'POST /v2/users/me/second-factor/passkeys/{passkey_id}/remove',
  renderDocument: 'POST /v2/documents/{document_id}/render sets',
  renderNew: 'POST /v2/sites/{site_id}/render sets',
  renderPage: 'POST /v2/pages/{page_id}/render sets',
  renewRecoveryCodes: 'POST /v2/users/me/second-factor/recovery-codes',
  replayWebhookDelivery: 'POST /v2/sites/{site_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  resendInvitation: 'POST /v2/invitations/{invitation_id}/resend',
  resetPassword: 'POST /v2/password/reset',
  resolveSync: 'POST /v2/sites/{site_id}/sync/resolve',
  restoreDocument: 'POST /v2/documents/{document_id}/restore once',
  restorePage: 'POST /v2/pages/{page_id}/restore once',
  revokeInvitation: 'DELETE /v2/invitations/{invitation_id}',
  revokeShare: 'DELETE /v2/sites/{site_id}/shares/{share_id}',
  revokeToken: 'DELETE /v2/users/me/tokens/{token_id}',
  rotateKeys: 'POST /v2/users/me/rotate',
  rotateSyncHook: 'POST /v2/sites/{site_id}/hooks/sync/rotate',
  rotateToken: 'POST /v2/users/me/tokens/{token_id}/rotate',
  rotateWebhook: 'POST /v2/sites/{site_id}/webhooks/{webhook_id}/rotate',
  search: 'GET /v2/search',
  searchSite: 'GET /v2/sites/{site_id}/search sets',
  sendBackChangeSet: 'POST /v2/sites/{site_id}/change_sets/{change_set_id}/send_back',
  setPresence: 'POST /v2/sites/{site_id}/presence',
  setReadOnly: 'PUT /v2/sites/{site_id}/read_only',
  setUp: 'POST /v2/setup',
  signIn: 'POST /v2/session',
  signInByOidc: 'POST /v2/sign-in/oidc/answer',
  signOut: 'DELETE /v2/session',
  syncHook: 'POST /v2/sites/{site_id}/hooks/sync',
  syncSite: 'POST /v2/sites/{site_id}/sync once',
  testHosting: 'POST /v2/sites/{site_id}/hosting/test',
  testMail: 'POST /v2/mail/test',
  testSync: 'POST /v2/sites/{site_id}/sync/test',
  testWebhook: 'POST /v2/sites/{site_id}/webhooks/{webhook_id}/test',
  turnOffSecondFactor: 'POST /v2/users/me/second-factor/off',
  updateChangeSet: 'PUT /v2/sites/{site_id}/change_sets/{change_set_id}',
  updateCollection: 'PUT /v2/sites/{site_id}/collections/{path} sets',
  updateDataFile: 'PUT /v2/sites/{site_id}/data/{name} sets',
  updateDocument: 'PUT /v2/documents/{document_id} sets',
  updateMe: 'PUT /v2/users/me',
  updateNotificationChoices: 'PUT /v2/notifications/choices',
  updatePage: 'PUT /v2/pages/{page_id} sets',
  updateRole: 'PUT /v2/roles/{role_id}',
  updateSite: 'PUT /v2/sites/{site_id}',
  updateTheme: 'POST /v2/sites/{site_id}/theme/update',
  updateUser: 'PUT /v2/users/{user_id}',
  updateWebhook: 'PUT /v2/sites/{site_id}/webhooks/{webhook_id}',
}
