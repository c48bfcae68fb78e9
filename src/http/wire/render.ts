/** Inputs for rendering unsaved texts. */

import { z } from 'zod'
import { field, named } from './common.js'
import { createDocumentInput, updateDocumentInput } from './document.js'

/** Like an update; all fields are optional. Path and visibility cannot change. */
export const renderEntryInput = named(
  'RenderEntry',
  'Fields that differ from the file.',
  updateDocumentInput.omit({ sha: true, path: true, visibility: true, draft: true }),
)

/** Like a create; without `collection` it is a page. */
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
