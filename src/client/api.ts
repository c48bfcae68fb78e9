/**
 * Made from the OpenAPI document by `npm run client:types`; a test fails when it is not current.
 * Don't edit it.
 */

export interface Schemas {
  Change: Schemas['CreateChange'] | Schemas['UpdateChange'] | Schemas['DeleteChange'] | Schemas['MoveChange']
  ChangeSet: {
    message?: string | undefined
    changes: Schemas['Change'][]
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
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
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
  CreateRole: {
    user_id?: string | undefined
    email?: string | undefined
    kind: 'admin' | 'publisher' | 'writer'
  }
  CreateSite: {
    title: string
    domain: string
    timezone?: string | undefined
    metadata?: Record<string, unknown> | undefined
    defaults?: (Record<string, unknown>)[] | undefined
    empty?: boolean | undefined
  }
  CreateUser: {
    email: string
    password?: string | undefined
    firstname?: string | undefined
    lastname?: string | undefined
    admin?: boolean | undefined
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
    csrf_token: string
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
    } | undefined
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
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
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
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
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
  Me: {
    id: string
    email: string
    firstname: string
    lastname: string
    fullname: string
    role?: 'admin' | 'publisher' | 'writer' | undefined
    role_id?: string | undefined
    admin: boolean
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
  MoveChange: {
    action: 'move'
    type: 'document' | 'page' | 'file'
    id?: string | undefined
    path?: string | undefined
    if_match?: string | undefined
    to: string
  }
  NoOptions: Record<string, unknown>
  ObjectStoreOptions: {
    access_key: string
    secret_key: string
    path: string
    region: string
    endpoint?: string | undefined
    acl?: string | undefined
    cache_control?: string | undefined
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
    permalink: string | null
    url: string
    site_id: string
    user_id: string
    edited_by_id: string | null
    created_at: string
    updated_at: string
    can: Schemas['TextCan']
    front_matter_error?: {
      line: number
      column: number
      reason: string
    } | undefined
    type: 'page'
  }
  Presence: {
    document_id: string | null
    users: ({
      id: string
      fullname: string
    })[]
  }
  Readiness: {
    status: 'ready'
  }
  Ready: Record<string, unknown>
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
  SetPresence: {
    document_id: string | null
  }
  SetUp: {
    token: string
    email: string
    password: string
    firstname?: string | undefined
    lastname?: string | undefined
  }
  SignIn: {
    email: string
    password: string
  }
  Site: {
    id: string
    title: string
    domain: string
    domain_unicode: string
    cname: string
    timezone: string
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
    paths_total: number
  }
  SiteDifference: {
    from: string
    to: string
    changes: Schemas['CommitChange'][]
    changes_total: number
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
  UpdateChange: Schemas['UpdateDocumentChange'] | Schemas['UpdatePageChange'] | Schemas['UpdateFileChange']
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
    created_at: string
    updated_at: string
  }
}

export interface Operations {
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
      body: Schemas['ChangeSet']
    }
    reply: Schemas['Changed']
  }
  /** Create a collection */
  createCollection: {
    input: {
      path: {
        site_id: string
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
      body: {
        file: Blob
        path?: string | undefined
        replace?: '' | 'true' | '1' | 'false' | '0' | undefined
      }
    }
    reply: Schemas['CollectionFile']
  }
  /** Create a page */
  createPage: {
    input: {
      path: {
        site_id: string
      }
      body: Schemas['CreatePage']
    }
    reply: Schemas['Page']
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
  /** Create a site; you become its admin */
  createSite: {
    input: {
      body: Schemas['CreateSite']
    }
    reply: Schemas['Site']
  }
  /** Create a user */
  createUser: {
    input: {
      body: Schemas['CreateUser']
    }
    reply: Schemas['User']
  }
  /** Delete a collection and its folder */
  deleteCollection: {
    input: {
      path: {
        site_id: string
        path: string
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
    }
    reply: Schemas['Deleted']
  }
  /** Delete a page; its history is kept */
  deletePage: {
    input: {
      path: {
        page_id: string
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
    }
    reply: Schemas['SourceFile']
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
  /** Download a static file of a collection */
  downloadFile: {
    input: {
      path: {
        site_id: string
        filename: string
      }
      query?: {
        download?: string | number | boolean | undefined
      }
    }
    reply: Blob
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
  /** A collection */
  getCollection: {
    input: {
      path: {
        site_id: string
        path: string
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
  /** The documentation of this API as HTML: guides and a reference */
  getDocs: {
    input: {
      path: {
        page: string
      }
    }
    reply: Blob
  }
  /** The documentation of this API as HTML: guides and a reference */
  getDocsRoot: {
    input: {}
    reply: Blob
  }
  /** A document */
  getDocument: {
    input: {
      path: {
        document_id: string
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
  /** Get the current session and its user */
  getSession: {
    input: {}
    reply: Schemas['CurrentSession']
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
  /** A user of the server */
  getUser: {
    input: {
      path: {
        user_id: string
      }
    }
    reply: Schemas['User']
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
  /** List the categories of all posts that you may see */
  listCategories: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: string[]
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
        author?: string | number | boolean | undefined
        date_from?: string | number | boolean | undefined
        date_to?: string | number | boolean | undefined
        updated_since?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: 'title-asc' | 'title-desc' | 'date-asc' | 'date-desc' | 'path-asc' | 'path-desc' | 'filename-asc' | 'filename-desc' | 'visibility-asc' | 'visibility-desc' | 'position-asc' | 'position-desc' | 'created_at-asc' | 'created_at-desc' | 'updated_at-asc' | 'updated_at-desc' | undefined
        visibility?: 'visible' | 'hidden' | 'draft' | undefined
        extensions?: string | number | boolean | undefined
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
      permalink: string | null
      url: string
      site_id: string
      user_id: string
      edited_by_id: string | null
      created_at: string
      updated_at: string
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
  /** List the fields of a collection: declared ones, and ones inferred from its documents */
  listFields: {
    input: {
      path: {
        site_id: string
        path: string
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
      }
    }
    reply: Schemas['CollectionFile'][]
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
      }
    }
    reply: Schemas['Media'][]
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
        author?: string | number | boolean | undefined
        date_from?: string | number | boolean | undefined
        date_to?: string | number | boolean | undefined
        updated_since?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: 'title-asc' | 'title-desc' | 'date-asc' | 'date-desc' | 'path-asc' | 'path-desc' | 'filename-asc' | 'filename-desc' | 'visibility-asc' | 'visibility-desc' | 'position-asc' | 'position-desc' | 'created_at-asc' | 'created_at-desc' | 'updated_at-asc' | 'updated_at-desc' | undefined
        visibility?: 'visible' | 'hidden' | 'draft' | undefined
        extensions?: string | number | boolean | undefined
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
      permalink: string | null
      url: string
      site_id: string
      user_id: string
      edited_by_id: string | null
      created_at: string
      updated_at: string
      can: Schemas['TextCan']
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    })[]
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
    }
    reply: string[]
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
  /** Start a preview job for the site */
  previewSite: {
    input: {
      path: {
        site_id: string
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
      body: {
        file: Blob
      }
    }
    reply: Schemas['SourceFile']
  }
  /** Render a document with changed text, without saving it */
  renderDocument: {
    input: {
      path: {
        document_id: string
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
      body?: Schemas['RenderEntry']
    }
    reply: Blob
  }
  /** Settle a sync that waits, because the remote branch was rewritten or is gone */
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
      }
    }
    reply: (Schemas['FoundDocument'] | Schemas['FoundPage'])[]
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
  /** Change a collection; a new path moves its folder */
  updateCollection: {
    input: {
      path: {
        site_id: string
        path: string
      }
      body: Schemas['UpdateCollection']
    }
    reply: Schemas['Collection']
  }
  /** Change a document; fields that are not given stay as they are */
  updateDocument: {
    input: {
      path: {
        document_id: string
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
  /** Change a page; fields that are not given stay as they are */
  updatePage: {
    input: {
      path: {
        page_id: string
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
}

export type OperationId = keyof Operations

/** Method, path, `form` for a multipart body, `once` where an `Idempotency-Key` is taken. */
export const OPERATIONS: Readonly<Record<OperationId, string>> = {
  cancelJob: 'DELETE /v2/jobs/{job_id}',
  changeSite: 'POST /v2/sites/{site_id}/changes once',
  createCollection: 'POST /v2/sites/{site_id}/collections once',
  createDocument: 'POST /v2/sites/{site_id}/collections/{path}/documents once',
  createFile: 'POST /v2/sites/{site_id}/collections/{path}/files form once',
  createPage: 'POST /v2/sites/{site_id}/pages once',
  createRole: 'POST /v2/sites/{site_id}/roles once',
  createSite: 'POST /v2/sites once',
  createUser: 'POST /v2/users once',
  deleteCollection: 'DELETE /v2/sites/{site_id}/collections/{path}',
  deleteDocument: 'DELETE /v2/documents/{document_id}',
  deleteFile: 'DELETE /v2/sites/{site_id}/files/{filename}',
  deletePage: 'DELETE /v2/pages/{page_id}',
  deleteRole: 'DELETE /v2/roles/{role_id}',
  deleteSite: 'DELETE /v2/sites/{site_id}',
  deleteSource: 'DELETE /v2/sites/{site_id}/source/{name}',
  deleteUser: 'DELETE /v2/users/{user_id}',
  downloadFile: 'GET /v2/sites/{site_id}/files/{filename}',
  endSession: 'DELETE /v2/users/me/sessions/{session_id}',
  exportSite: 'GET /v2/sites/{site_id}/export',
  followJob: 'GET /v2/jobs/{job_id}',
  followSite: 'GET /v2/sites/{site_id}/events',
  getCollection: 'GET /v2/sites/{site_id}/collections/{path}',
  getCommit: 'GET /v2/sites/{site_id}/commits/{commit}',
  getDocs: 'GET /v2/docs/{page}',
  getDocsRoot: 'GET /v2/docs',
  getDocument: 'GET /v2/documents/{document_id}',
  getDocumentDiff: 'GET /v2/documents/{document_id}/diff',
  getDocumentRevision: 'GET /v2/documents/{document_id}/history/{commit}',
  getGitRefs: 'GET /v2/sites/{site_id}/repository.git/info/refs',
  getHealth: 'GET /healthz',
  getKeyPair: 'POST /v2/auth',
  getMe: 'GET /v2/users/me',
  getMedia: 'GET /v2/media/{token}',
  getMetrics: 'GET /metrics',
  getOpenApi: 'GET /v2/openapi.json',
  getPage: 'GET /v2/pages/{page_id}',
  getPageDiff: 'GET /v2/pages/{page_id}/diff',
  getPageRevision: 'GET /v2/pages/{page_id}/history/{commit}',
  getReadiness: 'GET /readyz',
  getRole: 'GET /v2/roles/{role_id}',
  getSession: 'GET /v2/session',
  getSite: 'GET /v2/sites/{site_id}',
  getSiteDiff: 'GET /v2/sites/{site_id}/diff',
  getSource: 'GET /v2/sites/{site_id}/source/{name}',
  getSourceRoot: 'GET /v2/sites/{site_id}/source',
  getSync: 'GET /v2/sites/{site_id}/sync',
  getSyncHook: 'GET /v2/sites/{site_id}/hooks/sync',
  getUser: 'GET /v2/users/{user_id}',
  gitReceivePack: 'POST /v2/sites/{site_id}/repository.git/git-receive-pack',
  gitUploadPack: 'POST /v2/sites/{site_id}/repository.git/git-upload-pack',
  importRepository: 'POST /v2/import/repository once',
  importSite: 'POST /v2/import form once',
  listCategories: 'GET /v2/sites/{site_id}/categories',
  listCollections: 'GET /v2/sites/{site_id}/collections',
  listCommits: 'GET /v2/sites/{site_id}/commits',
  listDeleted: 'GET /v2/sites/{site_id}/deleted',
  listDocumentHistory: 'GET /v2/documents/{document_id}/history',
  listDocuments: 'GET /v2/sites/{site_id}/collections/{path}/documents',
  listFields: 'GET /v2/sites/{site_id}/collections/{path}/fields',
  listFiles: 'GET /v2/sites/{site_id}/collections/{path}/files',
  listJobs: 'GET /v2/sites/{site_id}/jobs',
  listMedia: 'GET /v2/sites/{site_id}/media',
  listPageHistory: 'GET /v2/pages/{page_id}/history',
  listPages: 'GET /v2/sites/{site_id}/pages',
  listReleases: 'GET /v2/sites/{site_id}/releases',
  listRoles: 'GET /v2/sites/{site_id}/roles',
  listSessions: 'GET /v2/users/me/sessions',
  listSiteUsers: 'GET /v2/sites/{site_id}/users',
  listSites: 'GET /v2/sites',
  listTags: 'GET /v2/sites/{site_id}/tags',
  listUsers: 'GET /v2/users',
  previewSite: 'POST /v2/sites/{site_id}/preview once',
  publishRelease: 'POST /v2/sites/{site_id}/releases/{release_id}/publish once',
  publishSite: 'POST /v2/sites/{site_id}/publish once',
  putSource: 'PUT /v2/sites/{site_id}/source/{name} form',
  renderDocument: 'POST /v2/documents/{document_id}/render',
  renderNew: 'POST /v2/sites/{site_id}/render',
  renderPage: 'POST /v2/pages/{page_id}/render',
  resolveSync: 'POST /v2/sites/{site_id}/sync/resolve',
  restoreDocument: 'POST /v2/documents/{document_id}/restore once',
  restorePage: 'POST /v2/pages/{page_id}/restore once',
  rotateKeys: 'POST /v2/users/me/rotate',
  rotateSyncHook: 'POST /v2/sites/{site_id}/hooks/sync/rotate',
  search: 'GET /v2/search',
  searchSite: 'GET /v2/sites/{site_id}/search',
  setPresence: 'POST /v2/sites/{site_id}/presence',
  setUp: 'POST /v2/setup',
  signIn: 'POST /v2/session',
  signOut: 'DELETE /v2/session',
  syncHook: 'POST /v2/sites/{site_id}/hooks/sync',
  syncSite: 'POST /v2/sites/{site_id}/sync once',
  testHosting: 'POST /v2/sites/{site_id}/hosting/test',
  testSync: 'POST /v2/sites/{site_id}/sync/test',
  updateCollection: 'PUT /v2/sites/{site_id}/collections/{path}',
  updateDocument: 'PUT /v2/documents/{document_id}',
  updateMe: 'PUT /v2/users/me',
  updatePage: 'PUT /v2/pages/{page_id}',
  updateRole: 'PUT /v2/roles/{role_id}',
  updateSite: 'PUT /v2/sites/{site_id}',
  updateUser: 'PUT /v2/users/{user_id}',
}
