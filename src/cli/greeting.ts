/** What `galley serve` prints when it has started. */

import type { Config } from '../config.js'
import type { GalleyServer } from '../server.js'
import { createFirstAdmin } from './first-admin.js'

/** Prints the addresses, and at the first start the administrator's credentials. */
export async function greet(
  { url, sitesUrl, application }: GalleyServer,
  config: Config,
): Promise<void> {
  const admin = await createFirstAdmin(application, config)
  const lines = [`galley: listening on ${url}`, `galley: published sites on ${sitesUrl}`]
  lines.push(`galley: the admin is at ${config.publicUrl || url}/admin/`)
  if (admin) {
    lines.push(
      'galley: credentials of the first administrator; they are not shown again:',
      `  e-mail:     ${admin.email}`,
      // A given password is not printed, because logs are stored.
      `  password:   ${config.adminPassword ? '(as given)' : admin.password}`,
      `  api_key:    ${admin.apiKey}`,
      `  api_secret: ${admin.apiSecret}`,
    )
  }
  const token = application.services.firstStart.newToken()
  if (token !== null) {
    lines.push(
      'galley: to get started in a browser, open this link (it works once, and only until somebody signs in):',
      `  ${config.publicUrl || url}/admin/start#${token}`,
    )
  }
  // In one write: a program that waits for the addresses gets the credentials too.
  console.log(lines.join('\n'))
}
