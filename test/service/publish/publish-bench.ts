/**
 * Publishing one site with real git, records and releases, and with a build whose end a test can choose.
 */

import { AS_RECORDED } from '../../builder/recorded.js'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../../src/builder/build.js'
import type { BuildReport, BuildRequest } from '../../../src/builder/base/request.js'
import { BuildSession } from '../../../src/builder/incremental/session.js'
import { createShared, initRepository, type GitShared } from '../../../src/git/repository.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createRepositories, type Repositories } from '../../../src/service/branch/repositories.js'
import type { RunBuild } from '../../../src/service/publish/building.js'
import { createLastBuilds } from '../../../src/service/publish/last-builds.js'
import { createPublishing } from '../../../src/service/publish/publishing.js'
import { createReleases, type Releases } from '../../../src/service/publish/releases.js'
import { createVault } from '../../../src/service/accounts/vault.js'
import { createLfsObjects } from '../../../src/service/sync/lfs-objects.js'
import { createSiteOptions } from '../../../src/service/sites/site-options.js'
import { createSiteUrls } from '../../../src/service/sites/site-urls.js'
import { changedSince } from '../../../src/service/worktree/checkout.js'
import { contentsOf } from '../../builder/folders.js'
import { EditedSite } from '../../builder/random-edits.js'
import { bringObject } from '../../servers/lfs.js'
import { id, makeJob, makeRole, makeSite, makeStore, makeUser } from '../../store/make-store.js'

const USER = 1
const SITE = id(10)

/** Where a publish breaks off. */
export type Break = 'after the build' | 'after the release is stored' | null

/** A site on disk that is committed and published; it is closed by `close`. */
export class PublishBench extends EditedSite {
  now = Date.UTC(2026, 0, 1)
  boot = 'first'
  /** How many builds there were, and how many pages they rendered. */
  builds = 0
  rendered = 0
  /** In place of `build`. */
  runBuild: RunBuild | null = null
  releases: Releases
  readonly siteId = SITE
  readonly #opened = makeStore()
  readonly #shared: GitShared = createShared()
  readonly #repositories: Repositories
  readonly #folders = dataFolders(join(this.root, 'data'))
  #publish: ReturnType<typeof createPublishing>['publish']
  #last: BuildRequest | null = null
  #ids = 100
  #session = new BuildSession()
  /** Of the source that the session has in memory. */
  #state: string | null = null
  #break: Break = null

  constructor(site: string | Readonly<Record<string, string>>) {
    super(site)
    const { records } = this.#opened.store
    records.users.create(makeUser(USER), null)
    records.sites.create(makeSite(10, id(USER)), makeRole(11, { siteId: SITE, userId: id(USER) }))
    for (const folder of [this.folders.root, this.folders.releases])
      mkdirSync(folder, { recursive: true })
    this.#repositories = createRepositories({
      folders: this.#folders,
      shared: this.#shared,
      native: true,
    })
    this.releases = this.#makeReleases()
    this.#publish = this.#start()
  }

  get folders() {
    return this.#folders.site(SITE)
  }

  async init(): Promise<void> {
    await initRepository(this.folders.repository)
  }

  /** As a server that starts again, whether or not its builder has saved what it remembers. */
  restart({ isSaved = true } = {}): void {
    if (isSaved) this.#session.save()
    this.#session = new BuildSession()
    this.#state = null
    this.releases = this.#makeReleases()
    this.#publish = this.#start()
  }

  #makeReleases(): Releases {
    const { records } = this.#opened.store
    const newId = () => id((this.#ids += 1))
    return createReleases({
      folders: this.#folders,
      records,
      now: () => this.#ids,
      newId,
      keep: () => 3,
    })
  }

  #start() {
    const { records, index } = this.#opened.store
    return createPublishing({
      records,
      index,
      folders: this.#folders,
      repositories: this.#repositories,
      releases: this.releases,
      urls: createSiteUrls(() => 'http://localhost'),
      siteThemes: {
        rememberedFor: () =>
          Promise.resolve({ themes: { folder: this.#folders.themes }, ...AS_RECORDED }),
      },
      lastBuilds: createLastBuilds(),
      runBuild: (request, options) => this.#build(request, options),
      deploy: () => {
        if (this.#break === 'after the release is stored') throw new Error('broken off')
        return Promise.resolve()
      },
      lfs: createLfsObjects({
        folders: this.#folders,
        options: createSiteOptions(createVault(Buffer.alloc(32, 7))),
        outgoing: { rules: { allow: [] }, timeout: 1000 },
        maxBytes: 1e6,
        now: () => this.now,
      }),
      note: () => undefined,
      boot: { id: this.boot, time: 0 },
      now: () => this.now,
      renderSeconds: 30,
      sitePlugins: false,
    }).publish
  }

  async #build(request: BuildRequest, options: Parameters<RunBuild>[1]): Promise<BuildReport> {
    this.builds += 1
    this.#last = request
    const report = await (this.runBuild ?? this.build)(request, options)
    this.rendered += report.counts.rendered
    if (this.#break === 'after the build') throw new Error('broken off')
    return report
  }

  /** A build in this process, with the site in memory. */
  readonly build: RunBuild = async (request, { read, signal, report }) => {
    const changed = changedSince(read, this.#state)
    this.#state = null
    const hooks = { signal, report: ({ message }: { readonly message: string }) => report(message) }
    const built = await this.#session.build({ former: null, ...request, changed }, hooks)
    this.#state = read.state
    return built
  }

  /** Commits what is on disk; false where nothing has changed. */
  commit(): boolean {
    const git = (...args: string[]) => {
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
      const places = ['--git-dir', this.folders.repository, '--work-tree', this.source]
      return execFileSync('git', [...identity, ...places, ...args], { stdio: 'pipe' }).toString()
    }
    git('add', '-A')
    if (git('status', '--porcelain') === '') return false
    git('commit', '-q', '-m', 'Edit')
    return true
  }

  /** As if a sync had brought what a pointer names. */
  async bring(content: Buffer): Promise<void> {
    await bringObject(this.folders.repository, content)
  }

  /** Runs a publish job. @throws what ended it */
  async publish(breaks: Break = null, signal = new AbortController().signal): Promise<void> {
    this.#break = breaks
    const job = makeJob((this.#ids += 1), SITE)
    this.#opened.store.records.jobs.create(job)
    try {
      await this.#publish(job, { signal, report: () => undefined })
    } finally {
      this.#break = null
    }
  }

  /** What is live, read as the host reads it, each file held against the manifest. */
  async live(): Promise<Map<string, string>> {
    const release = await this.releases.current(SITE, 'live')
    const files = new Map<string, string>()
    for (const [path, { sha256, size }] of release?.manifest ?? []) {
      const bytes = readFileSync(release?.fileOf(path) ?? '')
      const found = createHash('sha256').update(bytes).digest('hex')
      if (found !== sha256 || bytes.length !== size) throw new Error(`${path} is not as it was`)
      files.set(path, bytes.toString('latin1'))
    }
    return files
  }

  /** What a build from nothing makes of what is on disk now; null where it fails. */
  async whole(): Promise<Map<string, string> | null> {
    const request = this.#last
    if (request === null) throw new Error('Nothing was published')
    const { cache: _cache, former: _former, ...asked } = request
    const destination = join(this.root, 'whole')
    rmSync(destination, { recursive: true, force: true })
    const { source, now } = this
    const report = await build({ ...asked, source, destination, now })
    return report.ok ? contentsOf(destination) : null
  }

  async close(): Promise<void> {
    await this.#session.close()
    await this.#repositories.close()
    await this.#shared.close()
    await this.#opened.remove()
    this.remove()
  }
}
