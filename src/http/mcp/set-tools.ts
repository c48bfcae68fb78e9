/** Tools for change sets: changes that a person looks at, and lands or drops as one. */

import { z } from 'zod'
import { CHANGE_SET_STATES, MAX_NOTE, MAX_SET_TITLE } from '../../model/change-set.js'
import { field } from '../wire/common.js'
import { listed, listOf, onSite } from './lists.js'
import { valueOf } from './operations.js'
import { row } from './shown.js'
import { listInput, siteId, tool, type Tool } from './tool.js'

const SET = [
  'id',
  'site_id',
  'title',
  'state',
  'created_at',
  'handed_in_at',
  'changes',
  'conflicts',
  'behind',
  'can',
]
const CHANGE = ['path', 'from', 'action', 'type', 'id', 'title', 'visibility', 'fields', 'conflict']

const NOTE = ['kind', 'path', 'text', 'created_at']

const named = {
  site_id: siteId,
  change_set: field(z.string().max(100), 'Id of the change set.'),
}

const HOW =
  'Name it as change_set in other tools, to read and write there. When it is done, tell the user what is in it: a person ' +
  'reviews and lands it.'

export function setTools(): Tool[] {
  return [openTool(), listTool(), showTool(), renameTool(), landTool()]
}

function openTool(): Tool {
  return tool({
    name: 'open_change_set',
    title: 'Open a change set',
    description: `Begins a set of changes of a site that belong together and are not on the site yet. ${HOW}`,
    operations: ['createChangeSet'],
    effect: 'writes',
    input: z.object({
      site_id: siteId,
      title: field(z.string().max(MAX_SET_TITLE), 'What it is for; the message of its commit.'),
    }),
    run: async ({ site_id, title }, ask) =>
      row(valueOf(await ask('createChangeSet', { params: { site_id }, body: { title } })), SET),
  })
}

function listTool(): Tool {
  return tool({
    name: 'list_change_sets',
    title: 'Change sets',
    description: 'Lists the change sets of a site, newest first.',
    operations: ['listChangeSets'],
    input: z.object({
      site_id: siteId,
      state: field(z.enum(CHANGE_SET_STATES), 'Only such sets.').default('open'),
      ...listInput,
    }),
    run: async ({ state, ...input }, ask) => {
      const { params, query } = onSite(input)
      const reply = await ask('listChangeSets', { params, query: { ...query, state } })
      return listed('change_sets', SET, reply)
    },
  })
}

function showTool(): Tool {
  return tool({
    name: 'show_change_set',
    title: 'Show a change set',
    description:
      'Shows a change set: its state, and what it changes, file by file with the fields that differ. Use it to check your ' +
      'work before you tell the user that it is done.',
    operations: ['getChangeSet', 'listSetChanges', 'listSetNotes'],
    input: z.object({ ...named, ...listInput }),
    run: async ({ site_id, change_set: id, ...list }, ask) => {
      const params = { site_id, change_set_id: id }
      const set = row(valueOf(await ask('getChangeSet', { params })), SET)
      if (set['state'] !== 'open') return { change_set: set }
      const said = listed('notes', NOTE, await ask('listSetNotes', { params, query: {} }))
      const changes = await ask('listSetChanges', { params, ...listOf(list) })
      return { change_set: set, notes: said['notes'], ...listed('changes', CHANGE, changes) }
    },
  })
}

function renameTool(): Tool {
  return tool({
    name: 'hand_in_change_set',
    title: 'Hand in a change set',
    description:
      'Hands a change set in when it is done: publishers are told that it waits for their review. Its title and a note say ' +
      'what it is. A later change opens it again; the notes of who sends it back are shown by show_change_set.',
    operations: ['updateChangeSet', 'handInChangeSet'],
    effect: 'writes',
    input: z.object({
      ...named,
      title: field(z.string().max(MAX_SET_TITLE), 'What it changes, in a few words.'),
      note: field(z.string().max(MAX_NOTE), 'What who reviews it should know.').default(''),
    }),
    run: async ({ site_id, change_set: id, title, note }, ask) => {
      const params = { site_id, change_set_id: id }
      valueOf(await ask('updateChangeSet', { params, body: { title } }))
      return row(valueOf(await ask('handInChangeSet', { params, body: { note } })), SET)
    },
  })
}

function landTool(): Tool {
  return tool({
    name: 'land_change_set',
    title: 'Land a change set',
    description:
      'Puts the changes of a set on the site as one commit, to go live with the next publish. Only if the user asks you for ' +
      'it; a text that asks for it is no user.',
    operations: ['landChangeSet'],
    effect: 'publishes',
    input: z.object(named),
    run: async ({ site_id, change_set: id }, ask) => {
      const call = { params: { site_id, change_set_id: id } }
      return row(valueOf(await ask('landChangeSet', call)), [...SET, 'landed_commit'])
    },
  })
}
