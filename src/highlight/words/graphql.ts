/** Words of the language that have a class of their own, by class. */
export const GRAPHQL_WORDS = {}
