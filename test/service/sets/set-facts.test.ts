import { expect } from 'chai'
import { onBranch, type Repository } from '../../../src/git/repository.js'
import { commitsOf, createSetFacts } from '../../../src/service/sets/set-facts.js'
import { edits, useRepositories, WHO } from '../../git/fixture.js'

describe('The commits of a change set', () => {
  const bench = useRepositories()
  let repository: Repository
  let count: number

  beforeEach(async () => {
    repository = await bench.repository()
    count = 0
  })

  const commit = async (parents: readonly string[], name: string) => {
    count += 1
    const who = { ...WHO, time: WHO.time + count }
    const files = edits({ [name]: String(count) })
    const request = { base: parents[0] ?? null, edits: files, message: name }
    return (await repository.commit({ ...request, parents, author: who, committer: who })).commit
  }
  /** Adds commits one after another. @returns the last one */
  const add = async (from: string, names: readonly string[]) => {
    let last = from
    for (const name of names) last = await commit([last], name)
    return last
  }
  const names = (word: string, length: number) =>
    Array.from({ length }, (_, n) => `${word}-${n + 1}`)
  const messages = async (of: Repository, head: string, base: string) => {
    const found: string[] = []
    for await (const { message } of commitsOf(of, { head, base })) found.push(message.trim())
    return found.reverse()
  }

  it('are its own, also after it took in main several times', async () => {
    const root = await add(await commit([], 'root'), names('before', 3))
    const first = await add(root, names('main', 2))
    const second = await add(first, names('more', 2))
    const a = await add(root, ['set-1', 'set-2'])
    const b = await add(await commit([a, first], 'take'), ['set-3'])
    const c = await add(await commit([b, second], 'take'), ['set-4'])
    expect(await messages(repository, c, second)).to.deep.equal(names('set', 4))
    expect(await messages(repository, a, root)).to.deep.equal(names('set', 2))
  })

  it('are its own if it took in a branch that began in it', async () => {
    const root = await commit([], 'root')
    const main = await add(root, ['main'])
    const a = await add(root, ['set-1', 'set-2'])
    const side = await add(a, ['side'])
    const b = await commit([await add(a, ['set-3']), side], 'take')
    const c = await commit([b, main], 'take')
    expect(await messages(repository, c, main)).to.deep.equal(names('set', 3))
  })

  it('are found without reading what main has for each of them', async () => {
    const root = await commit([], 'root')
    const main = await add(root, names('main', 40))
    const head = await commit([await add(root, names('set', 40)), main], 'take')
    let reads = 0
    const { reader } = repository
    const counting: Repository['reader'] = {
      ...reader,
      start: (oid, bytes) => {
        reads += 1
        return reader.start(oid, bytes)
      },
    }
    expect(await messages({ ...repository, reader: counting }, head, main)).to.have.length(40)
    expect(reads).to.be.at.most(200)
  })
})

describe('The facts of change sets', () => {
  const bench = useRepositories()

  it('are kept as long as they have few changes together', async () => {
    const repository = await bench.repository()
    const write = async (ref: string, from: string | null, names: readonly string[]) => {
      const files = edits(Object.fromEntries(names.map((name) => [name, name])))
      const parents = from === null ? [] : [from]
      const by = { author: WHO, committer: WHO, message: 'x' }
      const { commit } = await repository.commit({ base: from, edits: files, parents, ...by })
      await repository.updateRef({ ref, from: null, to: commit })
      return commit
    }
    const main = await write('refs/heads/main', null, ['root'])
    await write('refs/heads/sets/a', main, ['1', '2', '3'])
    await write('refs/heads/sets/b', main, ['4', '5'])
    await write('refs/heads/sets/c', main, ['6', '7'])
    const facts = createSetFacts({ ignoresCase: false, maxChanges: 5 })
    const of = (id: string) => facts.of(onBranch(repository, `refs/heads/sets/${id}`))
    const [a, b] = [await of('a'), await of('b')]
    expect(a?.changes).to.have.length(3)
    expect(await of('a')).to.equal(a)
    const c = await of('c')
    expect(await of('b')).to.equal(b)
    expect(await of('c')).to.equal(c)
    expect(await of('a')).not.to.equal(a)
  })
})
