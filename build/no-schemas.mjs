/** Stands for Fastify's compilers of JSON schemas in the built program, which never asks for them. */
export default null;
