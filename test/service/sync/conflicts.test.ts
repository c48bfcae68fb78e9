import { expect } from 'chai'
import { useGitHost } from '../../git/remote/remote-host.js'
import { expectEqualSides, makeSyncBench, removeSound, type SyncBench } from './bench.js'

const POST = '---\ntitle: One\ntags: [a]\n---\nFirst line\n\nMiddle\n\nLast line\n'

describe('createSyncing, with a conflict', () => {
  const host = useGitHost()
  let bench: SyncBench
  beforeEach(async () => {
    bench = await makeSyncBench(host())
  })
  afterEach(() => removeSound(bench))

  const binary = (byte: number) => Buffer.from([0, 255, byte, 1])
  const cases: readonly {
    readonly title: string
    readonly base: Record<string, string | Buffer | null>
    readonly ours: Record<string, string | Buffer | null>
    readonly theirs: Record<string, string | Buffer | null>
    /** `*` stands for the mark of the conflict. */
    readonly files: Record<string, string>
    readonly named: string
  }[] = [
    {
      title: 'keeps both texts that changed the same line',
      base: { 'docs/a.md': 'one\n' },
      ours: { 'docs/a.md': 'ours\n' },
      theirs: { 'docs/a.md': 'theirs\n' },
      files: { 'docs/a.md': 'ours\n', 'docs/a*.md': 'theirs\n' },
      named: 'docs/a.md',
    },
    {
      title: 'keeps both documents that changed the same key',
      base: { 'a.md': POST },
      ours: { 'a.md': POST.replace('One', 'Ours') },
      theirs: { 'a.md': POST.replace('One', 'Theirs') },
      files: { 'a.md': POST.replace('One', 'Ours'), 'a*.md': POST.replace('One', 'Theirs') },
      named: 'a.md',
    },
    {
      title: 'keeps both binary files',
      base: { 'a.png': binary(1) },
      ours: { 'a.png': binary(2) },
      theirs: { 'a.png': binary(3) },
      files: { 'a.png': binary(2).toString(), 'a*.png': binary(3).toString() },
      named: 'a.png',
    },
    {
      title: 'keeps both new files of one name',
      base: { 'x.md': 'x' },
      ours: { '.htaccess': 'ours\n' },
      theirs: { '.htaccess': 'theirs\n' },
      files: { 'x.md': 'x', '.htaccess': 'ours\n', '.htaccess*': 'theirs\n' },
      named: '.htaccess',
    },
    {
      title: 'keeps a file that was removed here and changed there beside its place',
      base: { 'a.md': 'one\n', 'b.md': 'b' },
      ours: { 'a.md': null },
      theirs: { 'a.md': 'theirs\n' },
      files: { 'b.md': 'b', 'a*.md': 'theirs\n' },
      named: 'a.md',
    },
    {
      title: 'keeps a file that was changed here and removed there',
      base: { 'a.md': 'one\n', 'b.md': 'b' },
      ours: { 'a.md': 'ours\n' },
      theirs: { 'a.md': null },
      files: { 'b.md': 'b', 'a.md': 'ours\n' },
      named: 'a.md',
    },
    {
      title: 'keeps both of a file moved there and changed in the same place on both sides',
      base: { 'a.md': `one\n${'same\n'.repeat(30)}` },
      ours: { 'a.md': `ours\n${'same\n'.repeat(30)}` },
      theirs: { 'a.md': null, 'docs/a.md': `theirs\n${'same\n'.repeat(30)}` },
      files: {
        'docs/a.md': `ours\n${'same\n'.repeat(30)}`,
        'docs/a*.md': `theirs\n${'same\n'.repeat(30)}`,
      },
      named: 'docs/a.md',
    },
    {
      title: 'keeps both places of a file that each side moved elsewhere',
      base: { 'a.md': 'same\n'.repeat(30) },
      ours: { 'a.md': null, 'here.md': 'same\n'.repeat(30) },
      theirs: { 'a.md': null, 'there.md': 'same\n'.repeat(30) },
      files: { 'here.md': 'same\n'.repeat(30), 'there*.md': 'same\n'.repeat(30) },
      named: 'there.md',
    },
    {
      title: 'keeps a file here and a folder of that name there',
      base: { 'x.md': 'x' },
      ours: { docs: 'a file' },
      theirs: { 'docs/a.md': 'a', 'docs/b.md': 'b' },
      files: { 'x.md': 'x', docs: 'a file', 'docs*/a.md': 'a', 'docs*/b.md': 'b' },
      named: 'docs/a.md',
    },
    {
      title: 'keeps a folder here and a file of that name there',
      base: { 'x.md': 'x' },
      ours: { 'docs/a.md': 'a' },
      theirs: { docs: 'a file' },
      files: { 'x.md': 'x', 'docs/a.md': 'a', 'docs*': 'a file' },
      named: 'docs',
    },
    {
      title: 'keeps a change inside a folder that became a file here',
      base: { 'docs/a.md': 'a\n', 'x.md': 'x' },
      ours: { 'docs/a.md': null, docs: 'now a file' },
      theirs: { 'docs/a.md': 'theirs\n' },
      files: { 'x.md': 'x', docs: 'now a file', 'docs*/a*.md': 'theirs\n' },
      named: 'docs/a.md',
    },
  ]
  for (const { title, base, ours, theirs, files, named } of cases) {
    it(title, async () => {
      await bench.write(base)
      await bench.sync()
      await bench.write(ours)
      const commit = await bench.develop(theirs)
      const error = await bench.sync()
      const mark = `.conflict-${commit.slice(0, 7)}`
      const wanted = Object.entries(files).map(([path, text]) => [path.replaceAll('*', mark), text])
      expect(await bench.files()).to.deep.equal(Object.fromEntries(wanted))
      expect(error).to.contain(`${named} (`)
      await expectEqualSides(bench)
      expect(await bench.sync()).to.equal(null)
    })
  }

  it('names no file that is not visible to all in what everybody can read', async () => {
    const hidden = (text: string) => `---\npublished: false\n---\n${text}\n`
    await bench.write({ 'a.md': 'one\n', 'secret.md': hidden('one'), 'plan.md': hidden('one') })
    await bench.sync()
    await bench.write({ 'a.md': 'ours\n', 'secret.md': hidden('ours'), 'plan.md': null })
    await bench.develop({
      'a.md': 'theirs\n',
      'secret.md': hidden('theirs'),
      'plan.md': hidden('x'),
    })
    const error = await bench.sync()
    expect(error).to.contain('a.md (').and.to.contain('; 2 of texts that are not visible')
    expect([error, ...bench.said].join(' ')).not.to.match(/secret|plan/)
    const merge = await bench.repository.readCommit((await bench.repository.head()) ?? '')
    expect(merge.message).to.contain('secret.md (').and.to.contain('plan.md (')
  })

  it('continues to sync after a conflict, also if the same file conflicts again', async () => {
    await bench.write({ 'a.md': 'one\n' })
    await bench.sync()
    for (const round of ['1', '2', '3']) {
      await bench.write({ 'a.md': `ours ${round}\n` })
      await bench.develop({ 'a.md': `theirs ${round}\n` })
      expect(await bench.sync()).to.contain('a.md')
      await expectEqualSides(bench)
    }
    const texts = Object.values(await bench.files())
    expect(texts.toSorted()).to.deep.equal(['ours 3\n', 'theirs 1\n', 'theirs 2\n', 'theirs 3\n'])
  })
})
