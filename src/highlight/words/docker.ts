/** Words of the language that have a class of their own, by class. */
export const DOCKER_WORDS = {
  k: `
    add arg cmd copy entrypoint env expose from healthcheck label maintainer run shell user volume
    workdir
  `,
}
