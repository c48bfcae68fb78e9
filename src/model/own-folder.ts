/** The folder of a site's source with what is for Galley alone: no build sees it, and it goes to no target. */
export const OWN_FOLDER = '.galley'
