import { writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { commitTo, edits, git, rejection, useRepositories, WHO } from './fixture.js'

describe('makeCommit', () => {
  const bench = useRepositories()
  const listing = async (gitDir: string): Promise<string[]> =>
    (
      await git(
        gitDir,
        '-c',
        'core.quotePath=false',
        'ls-tree',
        '-r',
        '--format=%(objectmode) %(path)',
        'main',
      )
    ).split('\n')

  it('makes the same commit as git from the same content', async () => {
    const repository = await bench.repository()
    const oid = await commitTo(repository, { 'a.txt': 'A\n', 'b/c.txt': 'C\n' }, 'First\n')
    const tree = await git(repository.gitDir, 'rev-parse', `${oid}^{tree}`)
    const built = await git(repository.gitDir, 'cat-file', '-p', oid)
    expect(built).to.equal(
      `tree ${tree}\nauthor Test <test@example.org> 1700000000 +0000\n` +
        'committer Test <test@example.org> 1700000000 +0000\n\nFirst',
    )
    expect(await git(repository.gitDir, 'show', 'main:b/c.txt')).to.equal('C')
  })

  it('sorts names as git does: folders as if they ended in a slash', async () => {
    const repository = await bench.repository()
    const names = ['a.b', 'a-b', 'a/x', 'a0', 'ab', 'é/x', 'é.x', 'Z', 'a b/c', '_posts/1.md']
    for (const name of names) await commitTo(repository, { [name]: name })
    const all = await bench.repository()
    await commitTo(all, Object.fromEntries(names.map((name) => [name, name])))
    const trees = [repository, all].map(({ gitDir }) => git(gitDir, 'rev-parse', 'main^{tree}'))
    expect(await trees[0]).to.equal(await trees[1])
  })

  it('writes a folder of 9,000 files that changes repeatedly, readable by git', async () => {
    const repository = await bench.repository()
    const name = (number: number) => `posts/2014-01-01-post-${number}.md`
    const many = Array.from({ length: 9000 }, (_, number) => [name(number), `${number % 10}`])
    await commitTo(repository, Object.fromEntries(many))
    await commitTo(repository, { [name(4000)]: 'changed', 'posts/2014-new.md': 'new' })
    await commitTo(repository, { [name(1)]: null, [name(8999)]: 'last', 'posts/a/b.md': 'deep' })
    expect(await git(repository.gitDir, 'show', `main:${name(4000)}`)).to.equal('changed')
    expect(await listing(repository.gitDir)).to.have.length(9001)
    await git(repository.gitDir, 'fsck', '--strict')
  })

  const start = { 'a/b': '1', 'a/c/d': '2', e: '3' }
  const cases: [string, Parameters<typeof edits>[0], string[]][] = [
    ['removes a folder with its last file', { 'a/c/d': null }, ['a/b', 'e']],
    ['removes folders up to the root', { 'a/c/d': null, 'a/b': null }, ['e']],
    ['removes all below a folder that is named', { a: null }, ['e']],
    ['puts a file where a folder was', { a: 'file' }, ['a', 'e']],
    ['puts a folder where a file was', { 'e/f/g': 'x' }, ['a/b', 'a/c/d', 'e/f/g']],
    ['replaces a file by a folder in one edit', { e: null, 'e/f': 'x' }, ['a/b', 'a/c/d', 'e/f']],
    ['replaces a folder by a file in one edit', { 'a/b': null, 'a/c/d': null, a: 'x' }, ['a', 'e']],
    [
      'changes nothing for what is not there',
      { 'x/y': null, 'e/f': null, z: null },
      ['a/b', 'a/c/d', 'e'],
    ],
  ]
  for (const [title, change, expected] of cases) {
    it(title, async () => {
      const repository = await bench.repository()
      await commitTo(repository, start)
      await commitTo(repository, change)
      const paths = (await listing(repository.gitDir)).map((line) => line.slice(7))
      expect(paths).to.deep.equal(expected)
    })
  }

  it('reports that nothing changed', async () => {
    const repository = await bench.repository()
    const base = await commitTo(repository, start)
    const who = { author: WHO, committer: WHO, message: '' }
    const request = { parents: [base], base, edits: edits({ e: '3' }), ...who }
    expect((await repository.commit(request)).changed).to.equal(false)
  })

  it('can remove every file', async () => {
    const repository = await bench.repository()
    await commitTo(repository, { a: '1' })
    await commitTo(repository, { a: null })
    expect(await repository.snapshot(await repository.head()).entries()).to.deep.equal([])
    await commitTo(repository, { b: '1' })
  })

  it('keeps the executable bit of a file that only gets new content', async () => {
    const repository = await bench.repository()
    await commitTo(repository, { run: { data: Buffer.from('1'), mode: '100755' } })
    await commitTo(repository, { run: '2' })
    expect(await listing(repository.gitDir)).to.deep.equal(['100755 run'])
  })

  it('streams a large file from disk', async () => {
    const repository = await bench.repository()
    const file = bench.folder('large')
    await writeFile(file, Buffer.alloc(3_000_000, 'abc\n'))
    await commitTo(repository, { 'assets/large.bin': { file } })
    const expected = await git(bench.folder('.'), 'hash-object', file)
    expect(await git(repository.gitDir, 'rev-parse', 'main:assets/large.bin')).to.equal(expected)
  })

  it('moves a file by its oid, and refuses a missing oid', async () => {
    const repository = await bench.repository()
    const base = await commitTo(repository, start)
    const entry = await repository.snapshot(base).entry('a/b')
    await commitTo(repository, { 'a/b': null, 'n/b': { oid: entry!.oid, mode: '100644' } })
    expect(await git(repository.gitDir, 'show', 'main:n/b')).to.equal('1')
    const missing = { oid: '1'.repeat(40), mode: '100644' } as const
    expect(await rejection(commitTo(repository, { x: missing }))).to.equal('not_found')
  })

  for (const path of [
    '',
    '/a',
    'a//b',
    'a/',
    '.',
    '../x',
    'a/../b',
    '.git/config',
    'a/.GiT/x',
    'git~1/x',
    'a\0b',
    '.g\u200cit/x',
    '.git /x',
    '.git::$INDEX_ALLOCATION/x',
  ]) {
    it(`refuses the path ${JSON.stringify(path)}`, async () => {
      const repository = await bench.repository()
      expect(await rejection(commitTo(repository, { [path]: 'x' }))).to.equal('invalid')
    })
  }

  it('refuses edits that make a name a file and a folder', async () => {
    const repository = await bench.repository()
    expect(await rejection(commitTo(repository, { a: 'x', 'a/b': 'y' }))).to.equal('invalid')
  })

  it('cleans author names and messages that git would not accept', async () => {
    const repository = await bench.repository()
    const odd = { name: ' <Evil>\n\0name. ', email: 'a<b>\n@c', time: 1.7 }
    const identity = { author: odd, committer: { ...odd, name: '', offset: -330 } }
    const request = { parents: [], base: null, edits: edits({ a: '1' }), ...identity }
    const made = await repository.commit({ ...request, message: 'x\0y\r\n\r\nz' })
    await repository.updateRef({ ref: 'refs/heads/main', from: null, to: made.commit })
    const commit = await repository.readCommit(made.commit)
    expect(commit.author.name).to.equal('Evil name')
    expect(commit.committer).to.deep.include({ name: 'unknown', offset: -330 })
    expect(commit.message).to.equal('xy\n\nz\n')
  })

  it('writes the same without git', async () => {
    const [native, plain] = [await bench.repository(), await bench.repository({ native: false })]
    for (const repository of [native, plain]) {
      await commitTo(repository, start)
      await commitTo(repository, { 'a/b': '9', 'x/y': '8', e: null })
    }
    expect(await plain.head()).to.equal(await native.head())
  })
})
