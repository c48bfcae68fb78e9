/** Releases of a site, and rolling back to one. */

import { expect } from 'chai'
import { api } from './server.js'
