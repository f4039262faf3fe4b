/** The little of mvdan-sh that the differential test uses; the package has no types. */
declare module 'mvdan-sh' {
  interface Node {
    readonly Args: readonly { readonly Parts: readonly { readonly Value?: string }[] }[];
  }
  const mvdan: {
    readonly syntax: {
      NewParser(): { Parse(source: string, name: string): Node };
      NodeType(node: Node): string;
      Walk(node: Node, visit: (node: Node | null) => boolean): void;
    };
  };
  export default mvdan;
}
