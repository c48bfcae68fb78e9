import { expect } from 'chai'
import { GalleyError } from '../../../src/errors.js'
import type { JobLog } from '../../../src/jobs/job.js'
import type { JobKind } from '../../../src/model/job.js'
import {
  id,
  makeJob,
  makeRole,
  makeSite,
  makeStore,
  makeUser,
  type TemporaryStore,
} from '../make-store.js'

describe('records: jobs, releases, ids and deployments of a site', () => {
  let opened: TemporaryStore
  const site = id(10)
  const records = () => opened.store.records
  beforeEach(() => {
    opened = makeStore()
    records().users.create(makeUser(1, { isAdmin: true }), null)
    records().sites.create(makeSite(10, id(1)), makeRole(11, { siteId: site, userId: id(1) }))
  })
  afterEach(() => opened.remove())

  it('implement the log of the job runner', () => {
    const log: JobLog<JobKind> = records().jobs
    expect(log.listUnfinished()).to.deep.equal([])
  })

  it('number the events of a job, whose state is that of the last event', () => {
    const { jobs } = records()
    expect(jobs.create(makeJob(20, site)).seq).to.equal(1)
    expect(
      jobs.append({ jobId: id(20), state: 'running', message: 'Started', at: 30 }).seq,
    ).to.equal(2)
    jobs.append({ jobId: id(20), state: 'running', message: 'Half', at: 40 })
    jobs.append({ jobId: id(20), state: 'complete', message: 'Done', at: 50 })
    expect(jobs.get(id(20))).to.deep.equal(
      makeJob(20, site, {
        state: 'complete',
        message: 'Done',
        startedAt: 30,
        finishedAt: 50,
        updatedAt: 50,
      }),
    )
    expect(jobs.eventsAfter(id(20), 2).map(({ seq, message }) => [seq, message])).to.deep.equal([
      [3, 'Half'],
      [4, 'Done'],
    ])
    expect(() => jobs.append({ jobId: id(9), state: 'failed', message: '', at: 1 })).to.throw(
      GalleyError,
    )
  })

  it('return the job slots of many sites in one query', () => {
    const { jobs } = records()
    jobs.create(makeJob(20, site))
    jobs.append({ jobId: id(20), state: 'failed', message: 'No bucket', at: 50 })
    jobs.create(makeJob(21, site))
    jobs.append({ jobId: id(21), state: 'running', message: 'Started', at: 60 })
    jobs.create(makeJob(22, site))
    const slots = jobs.slots([site, id(99)])
    expect(slots.get(site)?.publish).to.deep.equal({
      id: id(21),
      lastAt: 50,
      lastError: 'No bucket',
      lastId: id(20),
    })
    expect(slots.get(id(99))?.sync).to.deep.equal({
      id: null,
      lastAt: null,
      lastError: null,
      lastId: null,
    })
    expect(jobs.findUnfinished({ siteId: site, kind: 'publish', state: 'queued' })?.id).to.equal(
      id(22),
    )
    expect(jobs.listUnfinishedOf(site).map((job) => job.id)).to.deep.equal([id(21), id(22)])
  })

  it('remove old events, but not the last job of a kind or unfinished jobs', () => {
    const { jobs } = records()
    for (const number of [20, 21]) {
      jobs.create(makeJob(number, site))
      jobs.append({ jobId: id(number), state: 'complete', message: 'Done', at: number })
    }
    jobs.create(makeJob(22, site))
    expect(jobs.deleteExpired(1000)).to.equal(4)
    expect(jobs.find(id(20))).to.equal(null)
    expect(jobs.find(id(21))?.state).to.equal('complete')
    expect(jobs.eventsAfter(id(21), 0)).to.deep.equal([])
    expect(jobs.eventsAfter(id(22), 0)).to.have.length(1)
  })

  it('list releases newest first', () => {
    const { releases } = records()
    const release = (number: number) =>
      ({
        id: id(number),
        siteId: site,
        kind: 'live',
        commit: 'c',
        userId: id(1),
        files: 1,
        bytes: 2,
        createdAt: 5,
        address: 'http://a.example',
      }) as const
    releases.create(release(30))
    releases.create(release(31))
    expect(releases.list(site, 'live')).to.deep.equal([release(31), release(30)])
    expect(releases.list(site, 'preview')).to.deep.equal([])
    expect(releases.delete(id(30))).to.equal(true)
    expect(() => releases.get(id(30))).to.throw(GalleyError)
  })

  it('keep the last deployment to each target', () => {
    const { deployments } = records()
    const deployment = {
      siteId: site,
      target: 'ftp://host/www',
      releaseId: id(30),
      manifest: '{"galley":1}',
      extra: { hostKey: 'x' },
      at: 5,
    }
    deployments.put({ ...deployment, at: 4 })
    deployments.put(deployment)
    expect(deployments.find(site, deployment.target)).to.deep.equal(deployment)
    expect(deployments.find(site, 'other')).to.equal(null)
    expect(deployments.listForSite(site)).to.deep.equal([deployment])
  })

  describe('entry ids', () => {
    const resolve = (...paths: string[]) => {
      const ids = records().entryIds.resolve(site, paths)
      return paths.map((path) => ids.get(path))
    }

    it('stay with their path', () => {
      const [a, b] = resolve('a.md', 'b.md')
      expect(resolve('b.md', 'a.md')).to.deep.equal([b, a])
      expect(a).not.to.equal(b)
    })

    it('follow renames, swaps and chains', () => {
      const [a, b, c] = resolve('a', 'b', 'c')
      records().entryIds.rename(
        site,
        [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'a' },
          { from: 'c', to: 'd' },
        ],
        5,
      )
      expect(resolve('a', 'b', 'd')).to.deep.equal([b, a, c])
    })

    it('are deleted when another file takes their path', () => {
      const [a, b] = resolve('a', 'b')
      records().entryIds.rename(site, [{ from: 'a', to: 'b' }], 5)
      expect(resolve('b')).to.deep.equal([a])
      expect(records().entryIds.find(b ?? '')).to.deep.equal({
        siteId: site,
        path: 'b',
        deletedAt: 5,
      })
    })

    it('are new for a path that is created again, unless restored', () => {
      const [old] = resolve('a')
      records().entryIds.markDeleted(site, ['a'], 7)
      expect(records().entryIds.find(old ?? '')?.deletedAt).to.equal(7)
      const [made] = resolve('a')
      expect(made).not.to.equal(old)
      expect(() => records().entryIds.restore([{ id: old ?? '', path: 'a' }]))
        .to.throw(GalleyError)
        .with.property('code', 'conflict')
      records().entryIds.restore([{ id: old ?? '', path: 'b' }])
      expect(resolve('b')).to.deep.equal([old])
      expect(() => records().entryIds.restore([{ id: id(999), path: 'c' }])).to.throw(
        GalleyError,
        'no such',
      )
    })
  })
})
