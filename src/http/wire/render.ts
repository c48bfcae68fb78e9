/** What can be shown without being saved. */

import { z } from 'zod'
import { field, named } from './common.js'
import { createDocumentInput, updateDocumentInput } from './document.js'

/** As an update, all optional; where the file is and whether it is visible stays. */
export const renderEntryInput = named(
  'RenderEntry',
  'Fields that differ from the file.',
  updateDocumentInput.omit({ sha: true, path: true, visibility: true }),
)

/** As a create; without `collection` it is a page. */
export const renderNewInput = named(
  'RenderNew',
  'A document or page that has no file yet.',
  createDocumentInput.extend({
    collection: field(
      z.string().min(1, 'must not be empty').max(255, 'is too long'),
      'Path of its collection.',
      'posts',
    ).optional(),
  }),
)
