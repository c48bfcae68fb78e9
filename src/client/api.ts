/**
 * Made from the OpenAPI document by `npm run client:types`; a test fails when it is not current.
 * Don't edit it.
 */

export interface Schemas {
  Error: {
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
    request_id: string
  }
}

export interface Operations {
  /** Abort a job */
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
      body: {
        message?: string | undefined
        changes: ({
          title?: string | undefined
          body?: string | undefined
          permalink?: string | null | undefined
          date?: string | null | undefined
          visibility?: 'visible' | 'hidden' | 'draft' | undefined
          metadata?: Record<string, unknown> | undefined
          tags?: string[] | undefined
          categories?: string[] | undefined
          action: 'create' | 'update' | 'delete' | 'move'
          type: 'document' | 'page' | 'file'
          id?: string | undefined
          collection?: string | undefined
          path?: string | undefined
          to?: string | undefined
          if_match?: string | undefined
          content?: string | undefined
        })[]
      }
    }
    reply: {
      commit: string | null
      results: ({
        action: 'create' | 'update' | 'delete' | 'move'
        type: 'document' | 'page' | 'file'
        id: string | null
        path: string
        sha: string | null
      })[]
    }
  }
  /** Add a collection */
  createCollection: {
    input: {
      path: {
        site_id: string
      }
      body: {
        title: string
        path?: string | undefined
        permalink?: string | null | undefined
        output?: boolean | undefined
        metadata?: Record<string, unknown> | undefined
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        create_documents: boolean
        upload_files: boolean
      }
    }
  }
  /** Write a new document */
  createDocument: {
    input: {
      path: {
        site_id: string
        path: string
      }
      body: {
        title: string
        body?: string | undefined
        path?: string | undefined
        permalink?: string | null | undefined
        date?: string | null | undefined
        visibility?: 'visible' | 'hidden' | 'draft' | undefined
        metadata?: Record<string, unknown> | undefined
        tags?: string[] | undefined
        categories?: string[] | undefined
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      tags: string[]
      categories: string[]
      type: 'document'
    }
  }
  /** Upload a static file; front matter is refused */
  createFile: {
    input: {
      path: {
        site_id: string
        path: string
      }
      body: {
        file: Blob
        path?: string | undefined
        replace?: 'true' | 'false' | undefined
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
      }
    }
  }
  /** Write a new page */
  createPage: {
    input: {
      path: {
        site_id: string
      }
      body: {
        title: string
        body?: string | undefined
        path?: string | undefined
        permalink?: string | null | undefined
        date?: string | null | undefined
        visibility?: 'visible' | 'hidden' | 'draft' | undefined
        metadata?: Record<string, unknown> | undefined
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    }
  }
  /** Give a user a role on a site */
  createRole: {
    input: {
      path: {
        site_id: string
      }
      body: {
        user_id?: string | undefined
        email?: string | undefined
        kind: 'admin' | 'publisher' | 'writer'
      }
    }
    reply: {
      id: string
      kind: 'admin' | 'publisher' | 'writer'
      user_id: string
      site_id: string
      created_at: string
      updated_at: string
    }
  }
  /** The key pair of whoever has this e-mail address and password */
  createSession: {
    input: {}
    reply: {
      api_key: string
      api_secret: string
    }
  }
  /** Make a site; you become its admin */
  createSite: {
    input: {
      body: {
        title: string
        domain: string
        timezone?: string | undefined
        metadata?: Record<string, unknown> | undefined
        defaults?: (Record<string, unknown>)[] | undefined
        empty?: boolean | undefined
      }
    }
    reply: {
      id: string
      title: string
      domain: string
      cname: string
      timezone: string
      metadata: Record<string, unknown>
      defaults: unknown[]
      jobs: {
        preview: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        publish: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        sync: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
      }
      user_id: string
      version: 'v2'
      live_url: string | null
      preview_url: string | null
      urls: {
        live: string
        preview: string
      }
      can: {
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
      created_at: string
      updated_at: string
      config_error?: string | undefined
      hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
      hosting_options?: Record<string, string> | undefined
      sync?: 'disabled' | 'githost' | undefined
      sync_options?: Record<string, string> | undefined
      generator?: 'galley' | 'jekyll' | undefined
    }
  }
  /** Add a user to the server */
  createUser: {
    input: {
      body: {
        email: string
        password?: string | undefined
        firstname?: string | undefined
        lastname?: string | undefined
        admin?: boolean | undefined
      }
    }
    reply: {
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
  /** Remove a collection and its folder */
  deleteCollection: {
    input: {
      path: {
        site_id: string
        path: string
      }
    }
    reply: {
      id: string
      deleted: true
    }
  }
  /** Delete a document; its history stays */
  deleteDocument: {
    input: {
      path: {
        document_id: string
      }
    }
    reply: {
      id: string
      deleted: true
    }
  }
  /** Delete a static file of a collection */
  deleteFile: {
    input: {
      path: {
        site_id: string
        filename: string
      }
    }
    reply: {
      id: string
      deleted: true
    }
  }
  /** Delete a page; its history stays */
  deletePage: {
    input: {
      path: {
        page_id: string
      }
    }
    reply: {
      id: string
      deleted: true
    }
  }
  /** Take a role away */
  deleteRole: {
    input: {
      path: {
        role_id: string
      }
    }
    reply: {
      id: string
      deleted: true
    }
  }
  /** Delete a site; its repository is kept for a while */
  deleteSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: {
      id: string
      deleted: true
    }
  }
  /** Delete a file of the source */
  deleteSource: {
    input: {
      path: {
        site_id: string
        name: string
      }
    }
    reply: {
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
  }
  /** Remove a user from the server */
  deleteUser: {
    input: {
      path: {
        user_id: string
      }
    }
    reply: {
      id: string
      deleted: true
    }
  }
  /** The bytes of a static file of a collection */
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
    reply: {
      id: string
      deleted: true
    }
  }
  /** The events of a job as they happen (server-sent events); the job where JSON is accepted */
  followJob: {
    input: {
      path: {
        job_id: string
      }
    }
    reply: Blob | {
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
      diagnostics: ({
        severity: 'error' | 'warning'
        path: string | null
        line: number | null
        column: number | null
        message: string
      })[]
    }
  }
  /** A collection */
  getCollection: {
    input: {
      path: {
        site_id: string
        path: string
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        create_documents: boolean
        upload_files: boolean
      }
    }
  }
  /** A commit with the differences that it made */
  getCommit: {
    input: {
      path: {
        site_id: string
        commit: string
      }
    }
    reply: {
      commit: string
      user_id: string
      author: {
        name: string
        email: string
      }
      created_at: string
      door: 'api' | 'git' | 'disk'
      commit_message: string
      changes: ({
        path: string
        from: string | null
        status: 'added' | 'modified' | 'deleted' | 'renamed'
        diff: string | null
      })[]
      changes_total: number
    }
  }
  /** A document */
  getDocument: {
    input: {
      path: {
        document_id: string
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      tags: string[]
      categories: string[]
      type: 'document'
    }
  }
  /** The refs of the repository, as git clients ask for them */
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
  /** Whether the server serves */
  getHealth: {
    input: {}
    reply: {
      status: 'ok'
      version: string
    }
  }
  /** Who calls */
  getMe: {
    input: {}
    reply: {
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
  }
  /** Counters for Prometheus; on loopback, or for server administrators */
  getMetrics: {
    input: {}
    reply: Blob
  }
  /** This document */
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
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    }
  }
  /** A role */
  getRole: {
    input: {
      path: {
        role_id: string
      }
    }
    reply: {
      id: string
      kind: 'admin' | 'publisher' | 'writer'
      user_id: string
      site_id: string
      created_at: string
      updated_at: string
    }
  }
  /** Who is signed in */
  getSession: {
    input: {}
    reply: {
      id: string
      created_at: string
      last_seen_at: string
      expires_at: string
      address: string
      user_agent: string
      current: boolean
      user: {
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
      csrf_token: string
    }
  }
  /** A site */
  getSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: {
      id: string
      title: string
      domain: string
      cname: string
      timezone: string
      metadata: Record<string, unknown>
      defaults: unknown[]
      jobs: {
        preview: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        publish: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        sync: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
      }
      user_id: string
      version: 'v2'
      live_url: string | null
      preview_url: string | null
      urls: {
        live: string
        preview: string
      }
      can: {
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
      created_at: string
      updated_at: string
      config_error?: string | undefined
      hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
      hosting_options?: Record<string, string> | undefined
      sync?: 'disabled' | 'githost' | undefined
      sync_options?: Record<string, string> | undefined
      generator?: 'galley' | 'jekyll' | undefined
    }
  }
  /** A file or a folder of the source; ?download gives the bytes of a file */
  getSource: {
    input: {
      path: {
        site_id: string
        name: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
        all?: '0' | '1' | '' | 'true' | 'false' | undefined
        recursive?: '0' | '1' | '' | 'true' | 'false' | undefined
        download?: '0' | '1' | '' | 'true' | 'false' | undefined
      }
    }
    reply: {
      name: string
      type: 'page' | 'document' | 'file' | 'site'
      sha: string
      url?: string | undefined
      download_url: string
      filesize: number
      user_id: string
      created_at: string
      updated_at: string
    } | ({
      name: string
      type: 'page' | 'document' | 'file' | 'site'
      sha: string
      url?: string | undefined
      download_url: string
      filesize: number
      user_id: string
      created_at: string
      updated_at: string
    } | {
      name: string
      type: 'directory'
      sha: null
      filesize: null
    })[] | Blob
  }
  /** Where a git host is to send its webhook, and the secret */
  getSyncHook: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: {
      url: string
      secret: string
    }
  }
  /** A user of the server */
  getUser: {
    input: {
      path: {
        user_id: string
      }
    }
    reply: {
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
  /** The document as it was at a commit */
  get_document_revision: {
    input: {
      path: {
        document_id: string
        commit: string
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      tags: string[]
      categories: string[]
      type: 'document'
    }
  }
  /** The page as it was at a commit */
  get_page_revision: {
    input: {
      path: {
        page_id: string
        commit: string
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    }
  }
  /** Push */
  gitReceivePack: {
    input: {
      path: {
        site_id: string
      }
      body?: Blob
    }
    reply: Blob
  }
  /** Clone and fetch */
  gitUploadPack: {
    input: {
      path: {
        site_id: string
      }
      body?: Blob
    }
    reply: Blob
  }
  /** Make a site from a ZIP of its source */
  importSite: {
    input: {
      body: {
        file: Blob
        title?: string | undefined
        domain?: string | undefined
      }
    }
    reply: {
      job_id: string
      site_id: string
    }
  }
  /** The categories of visible posts */
  listCategories: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: string[]
  }
  /** The collections of a site */
  listCollections: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
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
      can: {
        update: boolean
        delete: boolean
        create_documents: boolean
        upload_files: boolean
      }
    })[]
  }
  /** The commits of a site, newest first */
  listCommits: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
      commit: string
      message: string
      user_id: string
      author: {
        name: string
        email: string
      }
      created_at: string
      door: 'api' | 'git' | 'disk'
    })[]
  }
  /** The documents and pages that were deleted, newest first; restored by their ids */
  listDeleted: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
      id: string
      type: 'document' | 'page'
      path: string
      title: string
      commit: string
      restore_commit: string
      deleted_at: string
      user_id: string
    })[]
  }
  /** The documents of a collection */
  listDocuments: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
        summary?: 'true' | 'false' | undefined
        tag?: string | number | boolean | undefined
        category?: string | number | boolean | undefined
        author?: string | number | boolean | undefined
        updated_since?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: string | number | boolean | undefined
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
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
  /** The fields of the documents of a collection: declared, or inferred from what is there */
  listFields: {
    input: {
      path: {
        site_id: string
        path: string
      }
    }
    reply: ({
      name: string
      label: string
      kind: 'text' | 'longtext' | 'number' | 'boolean' | 'date' | 'color' | 'file' | 'image' | 'list' | 'object' | 'reference' | 'choice'
      required: boolean
      choices: string[]
      help: string
      declared: boolean
    })[]
  }
  /** The static files of a collection */
  listFiles: {
    input: {
      path: {
        site_id: string
        path: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: string | number | boolean | undefined
      }
    }
    reply: ({
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
      can: {
        update: boolean
        delete: boolean
      }
    })[]
  }
  /** The jobs of a site that are still known, newest first */
  listJobs: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
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
      diagnostics: ({
        severity: 'error' | 'warning'
        path: string | null
        line: number | null
        column: number | null
        message: string
      })[]
    })[]
  }
  /** The pages of a site */
  listPages: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
        summary?: 'true' | 'false' | undefined
        tag?: string | number | boolean | undefined
        category?: string | number | boolean | undefined
        author?: string | number | boolean | undefined
        updated_since?: string | number | boolean | undefined
        q?: string | number | boolean | undefined
        sort?: string | number | boolean | undefined
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    })[]
  }
  /** The releases that are kept, newest first */
  listReleases: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
      id: string
      commit: string
      live: boolean
      files: number
      bytes: number
      site_id: string
      created_at: string
    })[]
  }
  /** The roles on a site */
  listRoles: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
      id: string
      kind: 'admin' | 'publisher' | 'writer'
      user_id: string
      site_id: string
      created_at: string
      updated_at: string
    })[]
  }
  /** Where you are signed in */
  listSessions: {
    input: {
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
      id: string
      created_at: string
      last_seen_at: string
      expires_at: string
      address: string
      user_agent: string
      current: boolean
      user: {
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
    })[]
  }
  /** The users of a site, each with its role */
  listSiteUsers: {
    input: {
      path: {
        site_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
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
    })[]
  }
  /** The sites on which you have a role */
  listSites: {
    input: {
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
        sort?: string | number | boolean | undefined
      }
    }
    reply: ({
      id: string
      title: string
      domain: string
      cname: string
      timezone: string
      metadata: Record<string, unknown>
      defaults: unknown[]
      jobs: {
        preview: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        publish: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        sync: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
      }
      user_id: string
      version: 'v2'
      live_url: string | null
      preview_url: string | null
      urls: {
        live: string
        preview: string
      }
      can: {
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
      created_at: string
      updated_at: string
      config_error?: string | undefined
      hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
      hosting_options?: Record<string, string> | undefined
      sync?: 'disabled' | 'githost' | undefined
      sync_options?: Record<string, string> | undefined
      generator?: 'galley' | 'jekyll' | undefined
    })[]
  }
  /** The tags of visible posts */
  listTags: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: string[]
  }
  /** All users of the server */
  listUsers: {
    input: {
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
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
    })[]
  }
  /** The versions of a document, newest first */
  list_document_history: {
    input: {
      path: {
        document_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
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
    })[]
  }
  /** The versions of a page, newest first */
  list_page_history: {
    input: {
      path: {
        page_id: string
      }
      query?: {
        page?: string | number | boolean | undefined
        per_page?: string | number | boolean | undefined
      }
    }
    reply: ({
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
    })[]
  }
  /** Ask for a preview of the site */
  previewSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: {
      job_id: string
    }
  }
  /** Publish an older release again, without building */
  publishRelease: {
    input: {
      path: {
        site_id: string
        release_id: string
      }
    }
    reply: {
      job_id: string
    }
  }
  /** Ask for a publish of the site */
  publishSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: {
      job_id: string
    }
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
    reply: {
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
  }
  /** The page of a document with another text, without saving it */
  renderDocument: {
    input: {
      path: {
        document_id: string
      }
      body?: {
        title?: string | undefined
        body?: string | undefined
        permalink?: string | null | undefined
        date?: string | null | undefined
        metadata?: Record<string, unknown> | undefined
        tags?: string[] | undefined
        categories?: string[] | undefined
      }
    }
    reply: Blob
  }
  /** The page of a document or page that does not exist yet, without saving it */
  renderNew: {
    input: {
      path: {
        site_id: string
      }
      body: {
        title: string
        body?: string | undefined
        path?: string | undefined
        permalink?: string | null | undefined
        date?: string | null | undefined
        visibility?: 'visible' | 'hidden' | 'draft' | undefined
        metadata?: Record<string, unknown> | undefined
        tags?: string[] | undefined
        categories?: string[] | undefined
        collection?: string | undefined
      }
    }
    reply: Blob
  }
  /** The page of a page with another text, without saving it */
  renderPage: {
    input: {
      path: {
        page_id: string
      }
      body?: {
        title?: string | undefined
        body?: string | undefined
        permalink?: string | null | undefined
        date?: string | null | undefined
        metadata?: Record<string, unknown> | undefined
        tags?: string[] | undefined
        categories?: string[] | undefined
      }
    }
    reply: Blob
  }
  /** Write an older version of a document as a new commit */
  restore_document: {
    input: {
      path: {
        document_id: string
      }
      body: {
        commit: string
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      tags: string[]
      categories: string[]
      type: 'document'
    }
  }
  /** Write an older version of a page as a new commit */
  restore_page: {
    input: {
      path: {
        page_id: string
      }
      body: {
        commit: string
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    }
  }
  /** A new key pair; the old one stops working */
  rotateKeys: {
    input: {}
    reply: {
      api_key: string
      api_secret: string
    }
  }
  /** Another secret for the webhook; the one before stops working */
  rotateSyncHook: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: {
      url: string
      secret: string
    }
  }
  /** Sign a browser in: a cookie for an e-mail address and a password */
  signIn: {
    input: {
      body: {
        email: string
        password: string
      }
    }
    reply: {
      id: string
      created_at: string
      last_seen_at: string
      expires_at: string
      address: string
      user_agent: string
      current: boolean
      user: {
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
      csrf_token: string
    }
  }
  /** Sign out: end the session */
  signOut: {
    input: {}
    reply: {
      id: string
      deleted: true
    }
  }
  /** Called by a git host after a push, signed with X-Hub-Signature-256 */
  syncHook: {
    input: {
      path: {
        site_id: string
      }
      body?: Blob
    }
    reply: {
      job_id: string
    }
  }
  /** Ask for a sync of the site */
  syncSite: {
    input: {
      path: {
        site_id: string
      }
    }
    reply: {
      job_id: string
    }
  }
  /** Change a collection; a new path moves its folder */
  updateCollection: {
    input: {
      path: {
        site_id: string
        path: string
      }
      body?: {
        title?: string | undefined
        path?: string | undefined
        permalink?: string | null | undefined
        output?: boolean | undefined
        metadata?: Record<string, unknown> | undefined
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        create_documents: boolean
        upload_files: boolean
      }
    }
  }
  /** Change a document; what is not given stays as it is */
  updateDocument: {
    input: {
      path: {
        document_id: string
      }
      body?: {
        title?: string | undefined
        body?: string | undefined
        path?: string | undefined
        permalink?: string | null | undefined
        date?: string | null | undefined
        visibility?: 'visible' | 'hidden' | 'draft' | undefined
        metadata?: Record<string, unknown> | undefined
        tags?: string[] | undefined
        categories?: string[] | undefined
        sha?: string | undefined
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      tags: string[]
      categories: string[]
      type: 'document'
    }
  }
  /** Change your own account; a new password needs the current one */
  updateMe: {
    input: {
      body?: {
        email?: string | undefined
        password?: string | undefined
        current_password?: string | undefined
        firstname?: string | undefined
        lastname?: string | undefined
      }
    }
    reply: {
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
  }
  /** Change a page; what is not given stays as it is */
  updatePage: {
    input: {
      path: {
        page_id: string
      }
      body?: {
        title?: string | undefined
        body?: string | undefined
        path?: string | undefined
        permalink?: string | null | undefined
        date?: string | null | undefined
        visibility?: 'visible' | 'hidden' | 'draft' | undefined
        metadata?: Record<string, unknown> | undefined
        sha?: string | undefined
      }
    }
    reply: {
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
      can: {
        update: boolean
        delete: boolean
        publish: boolean
      }
      front_matter_error?: {
        line: number
        column: number
        reason: string
      } | undefined
      type: 'page'
    }
  }
  /** Change the kind of a role */
  updateRole: {
    input: {
      path: {
        role_id: string
      }
      body?: {
        kind?: 'admin' | 'publisher' | 'writer' | undefined
      }
    }
    reply: {
      id: string
      kind: 'admin' | 'publisher' | 'writer'
      user_id: string
      site_id: string
      created_at: string
      updated_at: string
    }
  }
  /** Change a site; what is not given stays as it is */
  updateSite: {
    input: {
      path: {
        site_id: string
      }
      body?: {
        title?: string | undefined
        domain?: string | undefined
        timezone?: string | undefined
        metadata?: Record<string, unknown> | undefined
        defaults?: (Record<string, unknown>)[] | undefined
        hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
        hosting_options?: Record<string, string> | undefined
        sync?: 'disabled' | 'githost' | undefined
        sync_options?: Record<string, string> | undefined
        generator?: 'galley' | 'jekyll' | undefined
      }
    }
    reply: {
      id: string
      title: string
      domain: string
      cname: string
      timezone: string
      metadata: Record<string, unknown>
      defaults: unknown[]
      jobs: {
        preview: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        publish: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
        sync: {
          id: string | null
          last_at: string | null
          last_error: string | null
          last_id: string | null
        }
      }
      user_id: string
      version: 'v2'
      live_url: string | null
      preview_url: string | null
      urls: {
        live: string
        preview: string
      }
      can: {
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
      created_at: string
      updated_at: string
      config_error?: string | undefined
      hosting?: 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost' | undefined
      hosting_options?: Record<string, string> | undefined
      sync?: 'disabled' | 'githost' | undefined
      sync_options?: Record<string, string> | undefined
      generator?: 'galley' | 'jekyll' | undefined
    }
  }
  /** Change a user */
  updateUser: {
    input: {
      path: {
        user_id: string
      }
      body?: {
        email?: string | undefined
        password?: string | undefined
        firstname?: string | undefined
        lastname?: string | undefined
        admin?: boolean | undefined
      }
    }
    reply: {
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
  createRole: 'POST /v2/sites/{site_id}/roles',
  createSession: 'POST /v2/auth',
  createSite: 'POST /v2/sites once',
  createUser: 'POST /v2/users',
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
  followJob: 'GET /v2/jobs/{job_id}',
  getCollection: 'GET /v2/sites/{site_id}/collections/{path}',
  getCommit: 'GET /v2/sites/{site_id}/commits/{commit}',
  getDocument: 'GET /v2/documents/{document_id}',
  getGitRefs: 'GET /v2/sites/{site_id}/repository.git/info/refs',
  getHealth: 'GET /healthz',
  getMe: 'GET /v2/users/me',
  getMetrics: 'GET /metrics',
  getOpenApi: 'GET /v2/openapi.json',
  getPage: 'GET /v2/pages/{page_id}',
  getRole: 'GET /v2/roles/{role_id}',
  getSession: 'GET /v2/session',
  getSite: 'GET /v2/sites/{site_id}',
  getSource: 'GET /v2/sites/{site_id}/source/{name}',
  getSyncHook: 'GET /v2/sites/{site_id}/hooks/sync',
  getUser: 'GET /v2/users/{user_id}',
  get_document_revision: 'GET /v2/documents/{document_id}/history/{commit}',
  get_page_revision: 'GET /v2/pages/{page_id}/history/{commit}',
  gitReceivePack: 'POST /v2/sites/{site_id}/repository.git/git-receive-pack',
  gitUploadPack: 'POST /v2/sites/{site_id}/repository.git/git-upload-pack',
  importSite: 'POST /v2/import form once',
  listCategories: 'GET /v2/sites/{site_id}/categories',
  listCollections: 'GET /v2/sites/{site_id}/collections',
  listCommits: 'GET /v2/sites/{site_id}/commits',
  listDeleted: 'GET /v2/sites/{site_id}/deleted',
  listDocuments: 'GET /v2/sites/{site_id}/collections/{path}/documents',
  listFields: 'GET /v2/sites/{site_id}/collections/{path}/fields',
  listFiles: 'GET /v2/sites/{site_id}/collections/{path}/files',
  listJobs: 'GET /v2/sites/{site_id}/jobs',
  listPages: 'GET /v2/sites/{site_id}/pages',
  listReleases: 'GET /v2/sites/{site_id}/releases',
  listRoles: 'GET /v2/sites/{site_id}/roles',
  listSessions: 'GET /v2/users/me/sessions',
  listSiteUsers: 'GET /v2/sites/{site_id}/users',
  listSites: 'GET /v2/sites',
  listTags: 'GET /v2/sites/{site_id}/tags',
  listUsers: 'GET /v2/users',
  list_document_history: 'GET /v2/documents/{document_id}/history',
  list_page_history: 'GET /v2/pages/{page_id}/history',
  previewSite: 'POST /v2/sites/{site_id}/preview',
  publishRelease: 'POST /v2/sites/{site_id}/releases/{release_id}/publish',
  publishSite: 'POST /v2/sites/{site_id}/publish',
  putSource: 'PUT /v2/sites/{site_id}/source/{name} form',
  renderDocument: 'POST /v2/documents/{document_id}/render',
  renderNew: 'POST /v2/sites/{site_id}/render',
  renderPage: 'POST /v2/pages/{page_id}/render',
  restore_document: 'POST /v2/documents/{document_id}/restore',
  restore_page: 'POST /v2/pages/{page_id}/restore',
  rotateKeys: 'POST /v2/users/me/rotate',
  rotateSyncHook: 'POST /v2/sites/{site_id}/hooks/sync/rotate',
  signIn: 'POST /v2/session',
  signOut: 'DELETE /v2/session',
  syncHook: 'POST /v2/sites/{site_id}/hooks/sync',
  syncSite: 'POST /v2/sites/{site_id}/sync',
  updateCollection: 'PUT /v2/sites/{site_id}/collections/{path}',
  updateDocument: 'PUT /v2/documents/{document_id}',
  updateMe: 'PUT /v2/users/me',
  updatePage: 'PUT /v2/pages/{page_id}',
  updateRole: 'PUT /v2/roles/{role_id}',
  updateSite: 'PUT /v2/sites/{site_id}',
  updateUser: 'PUT /v2/users/{user_id}',
}
