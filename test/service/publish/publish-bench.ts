/**
 * Publishing one site with real git, records and releases, and with a build whose end a test can choose.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../../src/builder/build.js'
import type { BuildReport, BuildRequest } from '../../../src/builder/base/request.js'
import { createShared, initRepository, type GitShared } from '../../../src/git/repository.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createRepositories, type Repositories } from '../../../src/service/branch/repositories.js'
import type { RunBuild } from '../../../src/service/publish/from-previous.js'
import { createLastBuilds } from '../../../src/service/publish/last-builds.js'
import { createPreviewSessions } from '../../../src/service/publish/preview-sessions.js'
import { createPublishing } from '../../../src/service/publish/publishing.js'
import { createReleases, type Releases } from '../../../src/service/publish/releases.js'
import { createSiteUrls } from '../../../src/service/sites/site-urls.js'
import { contentsOf } from '../../builder/folders.js'
import { EditedSite } from '../../builder/random-edits.js'
import { id, makeJob, makeRole, makeSite, makeStore, makeUser } from '../../store/make-store.js'

const USER = 1
const SITE = id(10)
const LIMITS = { buildSeconds: 60, buildMemoryMb: 512 }

/** Where a publish breaks off. */
export type Break = 'after the build' | 'after the release is stored' | null

/** A site on disk that is committed and published; it is closed by `close`. */
export class PublishBench extends EditedSite {
  now = Date.UTC(2026, 0, 1)
  boot = 'first'
  /** How many builds there were, and how many pages they rendered. */
  builds = 0
  rendered = 0
  /** In place of a build in this process. */
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

  /** As a server that starts again. */
  restart(): void {
    this.releases = this.#makeReleases()
    this.#publish = this.#start()
  }

  #makeReleases(): Releases {
    const { records } = this.#opened.store
    const newId = () => id((this.#ids += 1))
    return createReleases({ folders: this.#folders, records, now: () => this.#ids, newId, keep: 3 })
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
      previews: createPreviewSessions(LIMITS),
      siteThemes: { placeFor: () => Promise.resolve({ folder: this.#folders.themes }) },
      lastBuilds: createLastBuilds(),
      runBuild: (request, options) => this.#build(request, options),
      deploy: () => {
        if (this.#break === 'after the release is stored') throw new Error('broken off')
        return Promise.resolve()
      },
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
    const report = await (this.runBuild?.(request, options) ?? build(request))
    this.rendered += report.counts.rendered
    if (this.#break === 'after the build') throw new Error('broken off')
    return report
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
    await this.#repositories.close()
    await this.#shared.close()
    await this.#opened.remove()
    this.remove()
  }
}
