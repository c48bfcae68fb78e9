/** What can be shown without being saved. */

import { z } from 'zod'
import { createDocumentInput, updateDocumentInput } from './document.js'

/** As an update, all optional; where the file is and whether it is visible stays. */
export const renderEntryInput = updateDocumentInput.omit({
  sha: true,
  path: true,
  visibility: true,
})

/** As a create; without `collection` it is a page. */
export const renderNewInput = createDocumentInput.extend({
  collection: z.string().min(1, 'must not be empty').max(255, 'is too long').optional(),
})
