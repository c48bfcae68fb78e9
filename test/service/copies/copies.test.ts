import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hasChanged, openState, runRound } from '../../../src/service/copies/round.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { openRecordsFile } from '../../../src/store/database.js'
import { isInstalled, sharedServer } from '../../servers/start.js'
import { makeContainer, swiftServer } from '../../deploy/swift/swift-places.js'
import { copiedSite } from './copied-site.js'

describe('copies off the machine', () => {
  const {
    data,
    placeOf,
    signal,
    ids,
    clock,
    on,
    git,
    edit,
    commit,
    makeStore,
    visit,
    round,
    restore,
    expectRestored,
    piecesIn,
  } = copiedSite()

  interface TargetCase {
    readonly title: string
    readonly server: 'sftp' | 'swift' | null
    readonly make: () => Promise<string>
  }

  const targets: readonly TargetCase[] = [
    { title: 'a folder', server: null, make: async () => makeStore() },
    {
      title: 'SFTP',
      server: 'sftp',
      make: async () => {
        const server = await sharedServer('sftp')
        const place = `copies-${randomBytes(4).toString('hex')}`
        mkdirSync(path.join(server.text('root'), place))
        const login = `${server.text('user')}:${encodeURIComponent(server.text('password'))}`
        const at = `127.0.0.1:${server.number('port')}${path.join(server.text('root'), place)}`
        return `sftp://${login}@${at}?host_key=${server.text('hostKey')}`
      },
    },
    {
      title: 'S3',
      server: 'swift',
      make: async () => {
        const server = await swiftServer()
        const { name } = await makeContainer(server)
        const [id, key] = ['accessKeyId', 'secretAccessKey'].map((fact) =>
          encodeURIComponent(server.text(fact)),
        )
        const at = new URL(server.text('s3Endpoint')).host
        return `s3+http://${id}:${key}@${at}/${name}/below?region=${server.text('region')}`
      },
    },
    {
      title: 'Swift',
      server: 'swift',
      make: async () => {
        const server = await swiftServer()
        const { name } = await makeContainer(server)
        const [user, key] = ['user', 'key'].map((fact) => encodeURIComponent(server.text(fact)))
        const at = server.text('authUrl').replace(/^http:\/\//, '')
        return `swift+http://${user}:${key}@${at}?path=${name}&region=any`
      },
    },
  ]

  for (const { title, server, make } of targets) {
    it(`go to ${title} and come back: records, key, settings, history, files and what is live`, async function () {
      if (server !== null && !(await isInstalled(server))) this.skip()
      const address = await make()
      edit(`for ${title}`)
      await round(address)
      const { where, code, out, err } = await restore(address)
      expect({ code, err }).to.deep.equal({ code: 0, err: '' })
      expect(out).to.match(/^Restored 1 site into/)
      await expectRestored(where, `for ${title}`)
    })
  }

  it('ask nothing of the store while nothing changes', async () => {
    await visit(makeStore(), async (store) => {
      const file = openRecordsFile(dataFolders(data).records, () => 'id')
      const folders = dataFolders(data)
      // So late that no change can have the same times.
      const now = () => Date.now() + 60_000
      const needs = { store: file, folders, data, version: '0.0.0', now, signal }
      const state = await openState(store)
      const seen: boolean[] = []
      const look = async () => {
        seen.push(await hasChanged(needs, state))
        await runRound(needs, store, state)
        seen.push(await hasChanged(needs, state))
      }
      await look()
      edit('seen')
      await look()
      git(data, 'branch', 'another')
      await look()
      git(data, 'branch', '-D', 'another')
      await look()
      file.records.settings.set('seen', 'it')
      await look()
      writeFileSync(path.join(data, 'galley.yml'), 'trash_days: 8\n')
      await look()
      file.close()
      expect(seen).to.deep.equal(Array.from({ length: 12 }, (_, index) => index % 2 === 0))
    })
  })

  it('need two requests for an edit, and none if nothing has changed', async () => {
    const store = makeStore()
    await round(store)
    expect(await round(store)).to.deep.equal({ bytes: 0, requests: 0 })
    edit('small')
    const { requests, bytes } = await round(store)
    expect(requests).to.equal(2)
    expect(bytes).to.be.below(8 * 1024)
  })

  it('grow with the change, not with the folder that it is in', async () => {
    const store = makeStore()
    const before = git(data, 'rev-parse', 'main')
    const many = Array.from({ length: 1000 }, (_, number) => [`many/${number}.md`, `No. ${number}`])
    commit(Object.fromEntries(many))
    await round(store)
    commit({ 'many/7.md': 'one of many' })
    const { bytes } = await round(store)
    // The list of the folder has 35 kB, of which no compression makes less than 20.
    expect(bytes).to.be.below(12 * 1024)
    git(data, 'tag', 'many')
    git(data, 'update-ref', 'refs/heads/main', before)
    await round(store)
    git(data, 'tag', '-d', 'many')
    const { where, err } = await restore(store)
    expect(err).to.equal('')
    expect(git(where, 'cat-file', 'blob', 'many:many/7.md')).to.equal('one of many')
  })

  it('bring back each point in time as it was then', async () => {
    const store = makeStore()
    const times: number[] = []
    // More than the packs that are kept apart, so that some become one.
    for (let number = 0; number < 10; number += 1) {
      edit(`number ${number}`)
      await round(store)
      times.push(clock.now)
    }
    git(data, 'repack', '-a', '-d', '-q')
    for (const number of [3, 9]) {
      const at = new Date((times[number] ?? 0) + 30_000).toISOString()
      const { where, err } = await restore(store, '--at', at)
      expect(err).to.equal('')
      await expectRestored(where, `number ${number}`)
    }
    const listed = await on(data, 'copies', 'list', ...placeOf(store))
    const all = times.toReversed().map((time) => `${new Date(time).toISOString()}\n`)
    expect(listed.out).to.equal(all.join(''))
    const early = await restore(store, '--at', '2020-01-01')
    expect(early.err).to.match(/has no copy of then: the oldest is of 2026-05/)
    const wrong = await restore(store, '--at', 'yesterday')
    expect(wrong.err).to.include('--at must be a time')
  })

  it('bring back what was rewritten, and commits that no branch has but tags and releases', async () => {
    const store = makeStore()
    await round(store)
    edit('tagged')
    git(data, 'tag', 'kept')
    await round(store)
    git(data, 'update-ref', 'refs/heads/main', 'refs/heads/main^')
    edit('instead')
    await round(store)
    const { where, err } = await restore(store)
    expect(err).to.equal('')
    await expectRestored(where, 'instead')
    expect(git(where, 'cat-file', 'blob', 'kept:extra.txt')).to.equal('tagged')
    git(data, 'tag', '-d', 'kept')
  })

  it('tell nothing by names or contents, and are for their owner only', async () => {
    const store = makeStore()
    edit('a secret text')
    await round(store)
    const names = readdirSync(store, { recursive: true }).map(String).join('\n')
    expect(names).to.not.match(/a\.test|extra|galley|server/)
    expect(names).to.not.include(ids.site)
    for (const piece of piecesIn(store)) {
      expect(readFileSync(piece).includes('ada@example.org')).to.equal(false)
    }
  })
})
