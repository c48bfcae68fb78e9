/** `galley publish SITE`: starts the job and follows it. @see src/http/README.md (Running) */

import type { Command } from 'commander'
import type { Api } from './api.js'
import { printJson } from './output.js'
import { addDataFolder, configOf } from './settings.js'

interface PublishFlags {
  readonly preview?: true
  readonly json?: true
  readonly as?: string
}

export function addPublish(program: Command): void {
  addDataFolder(program.command('publish').description('publish a site'))
    .argument('<site>', 'id or domain')
    .option('--preview', 'build a preview instead')
    .option(
      '--as <user>',
      'user who publishes, by e-mail address or id (default: the first administrator)',
    )
    .option('--json', 'print JSON')
    .action((site: string, flags: PublishFlags) => publish(site, flags))
}

async function publish(name: string, flags: PublishFlags): Promise<void> {
  const { withServer } = await import('./with-server.js')
  const { findSite } = await import('./site/json.js')
  const { followJob } = await import('./follow.js')
  const config = configOf({ ...flags })
  const operation = flags.preview === true ? 'previewSite' : 'publishSite'
  const work = async (api: Api): Promise<void> => {
    const { id } = await findSite(api, name)
    const { job_id: jobId } = (await api.call(operation, { path: { site_id: id } })).data
    const end = await followJob(api, jobId, { quiet: flags.json === true })
    if (flags.json === true) {
      const status = end.ok ? 'complete' : 'error'
      return printJson({ job_id: jobId, site_id: id, status, message: end.message })
    }
    if (end.ok) console.log(end.message)
  }
  await withServer(config, work, flags.as)
}
