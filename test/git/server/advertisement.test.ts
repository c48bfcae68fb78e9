import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { createAdvertiser } from '../../../src/git/server/advertisement.js'
import type { Advertiser } from '../../../src/git/server/advertisement.js'
import { runGit } from '../../../src/git/program/run.js'
import { PUSH_MAX, serviceConfig } from '../../../src/git/protocol/serve-config.js'
import type { GitService } from '../../../src/git/protocol/serve-config.js'
import type { Repository } from '../../../src/git/repository.js'
import { commitTo, git, useRepositories } from '../fixture.js'

describe('The ref advertisement', () => {
  const bench = useRepositories()
  let repository: Repository
  let programs = 0
  let advertise: Advertiser

  beforeEach(async () => {
    repository = await bench.repository()
    programs = 0
    advertise = createAdvertiser((run) => {
      programs += 1
      return run()
    })
  })

  const ask = async (service: GitService, protocol?: string): Promise<string> => {
    const { gitDir } = repository
    return (await advertise({ gitDir, service, protocol })).toString('latin1')
  }
  /** What git itself says, but for the line before it. */
  const expected = async (service: GitService, protocol?: string): Promise<string> => {
    const { gitDir } = repository
    const args = [service, '--stateless-rpc', '--http-backend-info-refs', gitDir]
    const env: Record<string, string> = protocol === undefined ? {} : { GIT_PROTOCOL: protocol }
    const config = serviceConfig(service, PUSH_MAX)
    const said = (await runGit({ gitDir, args, env, config })).stdout.toString('latin1')
    const line = `# service=git-${service}\n`
    const header = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`
    return protocol === 'version=2' && service === 'upload-pack' ? said : header + said
  }
  async function fill(): Promise<void> {
    const commit = await commitTo(repository, { a: '1' })
    const other = await commitTo(repository, { a: '2' })
    for (const [ref, to] of [
      ['refs/heads/draft/ä', commit],
      ['refs/heads/draft.x', other],
      ['refs/tags/v1', other],
      ['refs/galley/sync/0', commit],
      ['refs/galleys/x', commit],
    ] as const) {
      await repository.updateRef({ ref, from: null, to })
    }
    await git(repository.gitDir, 'tag', '-a', '-m', 'x', 'v2', commit)
    await git(repository.gitDir, 'pack-refs', '--all')
    await repository.updateRef({ ref: 'refs/heads/draft.x', from: other, to: commit })
    await repository.updateRef({ ref: 'refs/heads/new', from: null, to: commit })
  }

  for (const [service, protocol] of [
    ['receive-pack', undefined],
    ['receive-pack', 'version=1'],
    ['receive-pack', 'version=2'],
    ['upload-pack', undefined],
    ['upload-pack', 'version=1'],
    ['upload-pack', 'version=2'],
  ] as const) {
    it(`equals that of git for ${service}, ${protocol ?? 'no version'}`, async () => {
      for (const round of ['empty', 'again', 'filled', 'filled again']) {
        if (round === 'filled') await fill()
        expect(await ask(service, protocol), round).to.equal(await expected(service, protocol))
      }
    })
  }

  it('starts no program for a push or clone after the first one', async () => {
    await fill()
    for (const round of [1, 2, 3]) {
      await ask('receive-pack')
      await ask('upload-pack', 'version=2')
      expect(programs, `round ${round}`).to.equal(2)
    }
  })

  it('is left to git if the repository is configured', async () => {
    await fill()
    await ask('receive-pack')
    await ask('upload-pack', 'version=2')
    const config = '[transfer]\n\thideRefs = refs/tags\n[uploadpack]\n\tadvertiseRef = x\n'
    await appendFile(join(repository.gitDir, 'config'), config)
    const said = await ask('receive-pack')
    expect(said).to.equal(await expected('receive-pack'))
    expect(said).not.to.include('refs/tags')
    expect(await ask('upload-pack', 'version=2')).to.equal(
      await expected('upload-pack', 'version=2'),
    )
    expect(programs).to.equal(4)
  })
})
