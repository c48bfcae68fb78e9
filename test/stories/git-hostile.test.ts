/**
 * Pushes that mean harm: each is refused with a reason, or harmless. Nothing outside of the site is
 * read, written or run, and after a refusal the disk is as it was.
 *
 * @see SECURITY.md
 */

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { openRepository } from '../../src/git/repository.js'
import { pushProblem } from '../../src/service/push/push-rules.js'
import { useApi, type Site } from '../api/server.js'
import { report } from '../torture/figures.js'
import { failure, git, useDesk } from './git-client.js'
import {
  badNames,
  bombDelta,
  commit,
  gitNames,
  object,
  pack,
  packEntry,
  packOf,
  pushBody,
  tree,
  twins,
  writeLoose,
  type HostileObject,
  type TreeItem,
} from './hostile-objects.js'

const MB = 1024 * 1024
const LIMITS = { fileBytes: 20 * MB, totalBytes: 40 * MB, files: 200_000, changes: 500_000 }
const BATCH = 60
const BLOB = object('blob', 'harmless\n')

interface Case {
  readonly what: string
  /** The last is the tree of the commit. */
  readonly trees: readonly HostileObject[]
}

function inFolders(what: string, items: readonly TreeItem[]): Case[] {
  const inner = tree(items)
  const middle = tree([{ mode: '40000', name: 'folder', oid: inner.oid }])
  const outer = tree([{ mode: '40000', name: 'deep', oid: middle.oid }])
  return [
    { what, trees: [inner] },
    { what: `${what}, in a folder`, trees: [inner, middle, outer] },
  ]
}

const file = (name: Buffer | string): TreeItem => ({ mode: '100644', name, oid: BLOB.oid })

function nested(depth: number, name: string): Case {
  const trees = [tree([file('x.md')])]
  for (let level = 0; level < depth; level += 1) {
    trees.push(tree([{ mode: '40000', name, oid: trees[level]?.oid ?? '' }]))
  }
  return { what: `${depth} folders ${name.slice(0, 5)}`, trees }
}

function corpus(): Case[] {
  const show = (name: Buffer | string) => JSON.stringify(name.toString()).slice(0, 40)
  const names = [...gitNames(), ...badNames()].flatMap((name) =>
    inFolders(show(name), [file(name)]),
  )
  const folders = gitNames().map((name): Case => {
    const inner = tree([file('config')])
    const outer = tree([{ mode: '40000', name, oid: inner.oid }])
    return { what: `the folder ${show(name)}`, trees: [inner, outer] }
  })
  const odd = [
    inFolders('the same name twice', [file('a'), file('a')]),
    inFolders('unsorted', [file('b'), file('a')]),
    inFolders('no oid', [{ mode: '100644', name: 'a', oid: '0'.repeat(40) }]),
    inFolders('a link for .gitmodules', [{ mode: '120000', name: '.gitmodules', oid: BLOB.oid }]),
  ].flat()
  return [...names, ...folders, ...odd, nested(40, 'd'), nested(9, 'x'.repeat(200))]
}

/** Refused only where the disk takes both names for the same. */
function twinCases(): Case[] {
  return twins().flatMap(([a, b]) => inFolders(`${a} and ${b}`, [file(a), file(b)]))
}

describe('hostile pushes', () => {
  const api = useApi({
    settings: {
      pushBytes: String(LIMITS.fileBytes),
      importUnpackedBytes: String(LIMITS.totalBytes),
    },
  })
  const desk = useDesk(api)
  const cases = corpus()
  let site: Site
  let head = ''
  let listed: string[] = []

  const files = async () =>
    (await readdir(desk.bare(site.id), { recursive: true }))
      .filter((name) => /\./.test(name) || /[0-9a-f]{38}/.test(name))
      .sort()

  before(async () => {
    site = await api.site()
    head = await api.head(site.id)
    listed = await files()
  })
  afterEach(async () => {
    expect(await api.head(site.id)).to.equal(head)
    expect(await files(), 'the disk').to.deep.equal(listed)
    expect(existsSync(desk.at('canary'))).to.equal(false)
  })

  const post = async (body: Buffer): Promise<string> => {
    const answer = await api.send({
      method: 'POST',
      path: `/v2/sites/${site.id}/repository.git/git-receive-pack`,
      headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
      raw: body,
    })
    expect(answer.status, answer.text).to.equal(200)
    const refs = answer.text.match(/(?:^|\n)[0-9a-f]{4}ng /g)?.length ?? 0
    report({ pushes: 1, refused: Number(refused(answer.text)), 'refs refused': refs })
    return answer.text
  }
  const refused = (text: string) => /(?:^|\n)[0-9a-f]{4}ng |unpack (?!ok)/.test(text)

  it(`has at least 500 trees`, () => {
    expect(cases.length).to.be.greaterThan(500)
  })

  it('finds a reason to refuse each of the trees', async () => {
    const onlyTwins = new Set(twinCases())
    const all = [...cases, ...onlyTwins]
    report({ 'hostile trees': all.length })
    const scratch = desk.at('scratch.git')
    await git(desk.at('.'), 'init', '-q', '--bare', scratch)
    await writeLoose(scratch, BLOB)
    for (const { trees } of all) for (const made of trees) await writeLoose(scratch, made)
    const commits = all.map(({ trees }) => commit(trees.at(-1)?.oid ?? '', null))
    for (const made of commits) await writeLoose(scratch, made)
    const said = await failure(scratch, 'fsck', '--strict', '--no-dangling')
    const byGit = new Set(
      /[\s\S]*/.exec(said)?.[0].match(/(?<=(?:error|warning) in tree )[0-9a-f]{40}/g),
    )
    const repository = await openRepository(scratch, { native: true })
    const taken: string[] = []
    for (const [place, each] of all.entries()) {
      const { what, trees } = each
      if (trees.some(({ oid }) => byGit.has(oid))) continue
      const to = commits[place]?.oid ?? ''
      const updates = [{ ref: 'refs/heads/x', from: null, to }]
      const limits = { ...LIMITS, refuseTwins: onlyTwins.has(each) }
      const reason = await pushProblem(updates, repository.reader, limits).catch(String)
      if (reason === null) taken.push(what)
    }
    await repository.close()
    expect(taken).to.deep.equal([])
  })

  it('refuses all of them over HTTP', async () => {
    for (let at = 0; at < cases.length; at += BATCH) {
      const some = cases.slice(at, at + BATCH)
      const commits = some.map(({ trees }) => commit(trees.at(-1)?.oid ?? '', null))
      const objects = [BLOB, ...some.flatMap(({ trees }) => trees), ...commits]
      const unique = [...new Map(objects.map((made) => [made.oid, made])).values()]
      const refs = commits.map(({ oid }, place) => ({ ref: `refs/heads/c${place}`, to: oid }))
      const text = await post(pushBody(refs, packOf(unique)))
      for (const { ref } of refs) expect(text).to.include(`ng ${ref} `)
    }
  })

  it('tells the pusher the path and the reason', async () => {
    const made = tree([file('a\\b.md')])
    const top = commit(made.oid, head)
    const refs = [{ ref: 'refs/heads/main', from: head, to: top.oid }]
    const text = await post(pushBody(refs, packOf([BLOB, made, top])))
    expect(text).to.include('ng refs/heads/main pre-receive hook declined')
  })

  it('survives packs that are truncated, changed or inconsistent', async () => {
    const made = tree([file('a.md')])
    const top = commit(made.oid, head)
    const good = packOf([BLOB, made, top])
    const refs = [{ ref: 'refs/heads/x', to: top.oid }]
    const cut = [
      0,
      3,
      11,
      12,
      13,
      20,
      40,
      80,
      120,
      good.length - 21,
      good.length - 20,
      good.length - 1,
    ]
    const changed = [0, 5, 9, 12, 14, 30, 60, 100, 150, good.length - 20, good.length - 1]
    const bodies = [
      ...cut.map((length) => good.subarray(0, length)),
      ...changed.map((place) => {
        const copy = Buffer.from(good)
        copy[place] = (copy[place] ?? 0) ^ 0x55
        return copy
      }),
      pack([packEntry('blob', BLOB.data)], 2 ** 31),
      pack([packEntry('blob', BLOB.data)], 0),
      packOf([made, top]),
    ]
    for (const [place, body] of bodies.entries()) {
      expect(refused(await post(pushBody(refs, body))), `pack ${place}`).to.equal(true)
    }
  })

  for (const [what, copies] of [
    ['64 MB', 1024],
    ['64 GB', MB],
  ] as const) {
    it(`stops a delta that becomes ${what}`, async () => {
      const base = object('blob', Buffer.alloc(65_536))
      const bomb = copies === 1024 ? object('blob', Buffer.alloc(64 * MB)).oid : 'ab'.repeat(20)
      const made = tree([{ mode: '100644', name: 'bomb', oid: bomb }])
      const top = commit(made.oid, null)
      const entries = [base, made, top].map(({ kind, data }) => packEntry(kind, data))
      const delta = packEntry('delta', bombDelta(65_536, copies), base.oid)
      const refs = [{ ref: 'refs/heads/x', to: top.oid }]
      expect(refused(await post(pushBody(refs, pack([...entries, delta]))))).to.equal(true)
    })
  }

  it('refuses strange refs, many refs, lost history and a removed main', async () => {
    const other = commit(tree([]).oid, null)
    const packed = packOf([tree([]), other])
    const names = [
      'refs/heads/../../x',
      'refs/heads/x.lock',
      'refs/heads/a..b',
      'refs/heads/@{',
      'HEAD',
    ]
    const places = [
      'refs/replace/x',
      'refs/x',
      'refs/heads/',
      'refs/hooks/pre-receive',
      '../config',
      'x',
    ]
    for (const ref of [...names, ...places, 'refs/heads/-x\ty', `refs/heads/${'y'.repeat(300)}`]) {
      expect(refused(await post(pushBody([{ ref, to: other.oid }], packed))), ref).to.equal(true)
    }
    const main = 'refs/heads/main'
    const lost = await post(pushBody([{ ref: main, from: head, to: other.oid }], packed))
    expect(refused(lost)).to.equal(true)
    const gone = await post(pushBody([{ ref: main, from: head, to: null }], Buffer.alloc(0)))
    expect(refused(gone)).to.equal(true)
    const many = Array.from({ length: 100_000 }, (_, n) => ({ ref: `refs/heads/n${n}`, to: head }))
    expect(refused(await post(pushBody(many, packOf([]))))).to.equal(true)
  })

  it('survives bodies that are not pushes', async () => {
    for (const text of [
      '',
      '0000',
      '0001',
      'ffff',
      'zzzz',
      '0004',
      '0032',
      '<html>',
      'x'.repeat(100_000),
    ]) {
      await post(Buffer.from(text))
    }
    expect((await api.get(`/v2/sites/${site.id}`)).status).to.equal(200)
  })
})

describe('hostile content that is accepted', () => {
  const api = useApi()
  const desk = useDesk(api)

  it('is kept in the history, but never followed or run', async () => {
    const site = await api.site()
    const canary = desk.at('canary')
    const link = object('blob', '/etc/passwd')
    const hook = object('blob', `#!/bin/sh\ntouch ${canary}\n`)
    const filter = object('blob', '* filter=evil\n*.md diff=evil merge=evil\n')
    const config = object(
      'blob',
      `[core]\n\tfsmonitor = touch ${canary}\n[filter "evil"]\n\tsmudge = touch ${canary}\n`,
    )
    const hooks = tree(
      ['post-checkout', 'post-update', 'pre-receive'].map((name) => ({
        mode: '100755',
        name,
        oid: hook.oid,
      })),
    )
    const links = tree([
      { mode: '120000', name: 'evil.md', oid: link.oid },
      { mode: '120000', name: 'passwd', oid: link.oid },
    ])
    const empty = object('blob', '')
    const top = tree([
      { mode: '100644', name: '.gitattributes', oid: filter.oid },
      { mode: '100644', name: 'HEAD', oid: empty.oid },
      { mode: '120000', name: '_config.yml', oid: link.oid },
      { mode: '40000', name: '_posts', oid: links.oid },
      { mode: '100644', name: 'config', oid: config.oid },
      { mode: '40000', name: 'hooks', oid: hooks.oid },
      { mode: '40000', name: 'objects', oid: links.oid },
      { mode: '120000', name: 'out', oid: link.oid },
      { mode: '160000', name: 'sub', oid: 'ab'.repeat(20) },
    ])
    const head = await api.head(site.id)
    const made = commit(top.oid, head)
    const objects = [link, hook, filter, config, hooks, links, empty, top, made]
    const answer = await api.send({
      method: 'POST',
      path: `/v2/sites/${site.id}/repository.git/git-receive-pack`,
      headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
      raw: pushBody([{ ref: 'refs/heads/main', from: head, to: made.oid }], packOf(objects)),
    })
    expect(answer.text).to.include('ok refs/heads/main')
    const names = await readdir(desk.tree(site.id), { recursive: true })
    expect(names).to.have.members([
      '.gitattributes',
      'HEAD',
      'config',
      'hooks',
      'hooks/post-checkout',
      'hooks/post-update',
      'hooks/pre-receive',
    ])
    expect(await readFile(desk.tree(site.id, 'config'), 'utf8')).to.include('fsmonitor')
    for (const url of [
      '',
      '/source/.?recursive=true&all=true',
      '/collections/posts/documents',
      '/pages',
      '/source/out?download',
    ]) {
      expect((await api.get(`/v2/sites/${site.id}${url}`)).text, url).to.not.include('root:')
    }
    await desk.clone(site.id, '--no-checkout')
    const put = await api.upload('PUT', `/v2/sites/${site.id}/source/hooks/new`, { data: 'x' })
    expect(put.status).to.equal(200)
    expect(existsSync(canary)).to.equal(false)
  })
})
