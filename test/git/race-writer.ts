/** A process that commits to a repository in competition with others; prints each commit it made. */
import { MAIN, openRepository } from '../../src/git/repository.js'
import { GitError } from '../../src/git/program/git-error.js'

const [gitDir = '', name = '', count = '0'] = process.argv.slice(2)
const repository = await openRepository(gitDir, { native: true })
const who = { name, email: `${name}@example.org`, time: 1_700_000_000 }

async function commitOnce(n: number): Promise<string> {
  for (;;) {
    const base = await repository.head()
    const parents = base === null ? [] : [base]
    const edits = new Map([[`${name}/${n % 7}.md`, { data: Buffer.from(`${name} ${n}\n`) }]])
    const request = { parents, base, edits, author: who, committer: who, message: `${name} ${n}` }
    const made = await repository.commit(request)
    try {
      await repository.updateRef({ ref: MAIN, from: base, to: made.commit })
      return made.commit
    } catch (error) {
      if (!(error instanceof GitError) || error.code !== 'conflict') throw error
    }
  }
}

for (let n = 0; n < Number(count); n++) process.stdout.write(`${await commitOnce(n)}\n`)
await repository.close()
