/** The standard tags. `include` and `render` are left to hosts, which know where templates are. */

import type { TagDefinition } from '../definition.js'
import { assignTag, captureTag, decrementTag, incrementTag } from './assign.js'
import { caseTag, ifchangedTag, ifTag, unlessTag } from './choose.js'
import { cycleTag } from './cycle.js'
import { breakTag, continueTag, forTag } from './for.js'
import { tableRowTag } from './tablerow.js'
import { commentTag, echoTag, inlineCommentTag, liquidTag, rawTag } from './verbatim.js'

/** All standard tags, in no order. */
export const STANDARD_TAGS: readonly TagDefinition[] = [
  assignTag,
  breakTag,
  captureTag,
  caseTag,
  commentTag,
  continueTag,
  cycleTag,
  decrementTag,
  echoTag,
  forTag,
  ifTag,
  ifchangedTag,
  incrementTag,
  inlineCommentTag,
  liquidTag,
  rawTag,
  tableRowTag,
  unlessTag,
]
