/** The error for a link or a file where a folder of the target has to be. */

import { DeployError } from '../network/deploy-error.js'

export class NotAFolderError extends DeployError {
  constructor(path: string) {
    const what = `${path} is a file or a link on the server, but has to be a folder`
    super('forbidden', `${what}; delete or rename it there`)
  }
}
