/** English: what the server refuses. */

export const enRefusals = {
  'refused.asking': 'Another repository is being asked for you. Wait for its answer.',
  'refused.branch': 'The repository has no branch of this name.',
  'refused.broken':
    'The front matter of the file can’t be read, so its fields can’t be changed. Mend it in the source of the file first.',
  'refused.by-key':
    'The front matter is written in a way that can’t be changed field by field. Change it in the source of the file.',
  'refused.color': 'This is no colour, such as #1a2b3c.',
  'refused.date': 'This is no date.',
  'refused.dated': 'Names of posts begin with their day, such as 2026-11-20-.',
  'refused.email': 'This is no e-mail address.',
  'refused.empty-repository': 'The repository is empty.',
  'refused.http': 'The address begins with https:// or http://; ssh is not possible.',
  'refused.last-admin': 'The last admin of a site has to stay. Make somebody else admin first.',
  'refused.last-server-admin': 'The last administrator of the server has to stay.',
  'refused.login': 'Leave user name and token out of the address: they have fields of their own.',
  'refused.long': 'This is too long: at most {name} characters.',
  'refused.look':
    'It may have been carried out already: look whether it was, before you do it again.',
  'refused.needed': 'This is needed.',
  'refused.no-files': 'The site has no files yet.',
  'refused.nobody': 'Nobody here has this address.',
  'refused.number': 'This is no number.',
  'refused.other-file': 'There is another file at {name} now. Move that one first.',
  'refused.owner': 'This person owns a site. Give it to somebody else first.',
  'refused.role': 'This person has a role on the site already.',
  'refused.running': 'This is still being carried out. Try again in a moment.',
  'refused.secret':
    'Passwords and keys are not sent to another server than the one that they were given for. Type them again.',
  'refused.short': 'This is too short: at least {name} characters.',
  'refused.signs': 'There is a sign in it that can’t be there.',
  'refused.testing': 'Another test is under way. Wait for its answer.',
  'refused.written': 'Somebody wrote to the site before the import was through. Import it again.',
  'refused.zip': 'This file is no ZIP.',
} as const
