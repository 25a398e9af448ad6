"""What mkdocs does not do by itself for the site (see mkdocs.yml): the order of the pages, the project's README as one of
them, links that leave docs/, and links from a page's programs to the playground."""

import base64
import logging
import os
import re

from mkdocs.structure.files import File

log = logging.getLogger("mkdocs.site")

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))

# The pages in the order in which one reads them. What is not there is left out; what is not named here comes last.
PAGES = """README love download tiles units waypoints open-ground paths following crowds searches tiled drawing shipping mods recipes recipes-that-run playground
reference errors speed c sources architecture""".split()

# Files out of docs/ that pages link to: they become part of the site, as text.
linked = {}


def on_config(config):
    docs = config["docs_dir"]
    there = {name[:-3] for name in os.listdir(docs) if name.endswith(".md")}
    order = [page for page in PAGES if page in there] + sorted(there - set(PAGES))
    config["nav"] = [page + ".md" for page in order] + [{"README": "project.md"}]
    linked.clear()
    write_project_page()
    for path in [os.path.join(docs, page + ".md") for page in order] + [PROJECT_PAGE]:
        with open(path, encoding="utf-8") as file:
            for target in LINK.findall(file.read()):
                note_linked(target[1])
    return config


# The README at the top, with its links as they are from docs/.
PROJECT_PAGE = os.path.join(ROOT, "build/site-pages/project.md")


def write_project_page():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"\]\((?!https?:|#|docs/)([^)\s]+)", r"](../\1", text)
    text = text.replace("](docs/", "](")
    text = re.sub(r'(src|href)="docs/', r'\1="', text)
    text = re.sub(r'href="([\w-]+)\.md', r'href="\1.html', text)
    os.makedirs(os.path.dirname(PROJECT_PAGE), exist_ok=True)
    with open(PROJECT_PAGE, "w", encoding="utf-8") as file:
        file.write(text)


LINK = re.compile(r"(\]\()(\.\./[^)#\s]*)(#[^)\s]*)?(\))")


def note_linked(target):
    path = os.path.normpath(os.path.join("docs", target))
    if os.path.isfile(os.path.join(ROOT, path)) and path != "README.md":
        linked[path] = "source/" + path + ".txt"


def on_files(files, config):
    for path, to in linked.items():
        file = File(path, ROOT, config["site_dir"], use_directory_urls=False)
        file.src_path, file.dest_path, file.url = to, to, to
        file.abs_dest_path = os.path.join(config["site_dir"], to)
        files.append(file)
    files.append(File("project.md", os.path.dirname(PROJECT_PAGE), config["site_dir"], use_directory_urls=False))
    return files


def rewrite(match, page):
    before, target, anchor, after = match.groups()
    path = os.path.normpath(os.path.join("docs", target))
    if path == "README.md":
        return before + "project.md" + (anchor or "") + after
    if path in linked:
        return before + linked[path] + after
    if os.path.isdir(os.path.join(ROOT, path)):
        return "]" + "(#)"  # a folder: see below
    log.warning("%s links to %s, which is not there", page, target)
    return match.group(0)


FOLDER_LINK = re.compile(r"\[([^\]]*)\]\(#\)")
FENCE = re.compile(r"^```lua\n(.*?)^```$", re.M | re.S)


def try_link(program):
    packed = base64.urlsafe_b64encode(program.encode("utf-8")).decode("ascii").rstrip("=")
    return f'\n\n<p class="try"><a href="playground/index.html#code={packed}">Try it in the playground</a></p>\n'


def on_page_markdown(markdown, page, config, files):
    markdown = LINK.sub(lambda match: rewrite(match, page.file.src_path), markdown)
    markdown = FOLDER_LINK.sub(r"\1", markdown)

    # A page's blocks are one program. What takes LÖVE, or is a part only, is not for the playground.
    program = []

    def block(match):
        text = match.group(1)
        first = text.split("\n", 1)[0]
        if first in ("-- fragment", "-- main.lua"):
            shown = text.split("\n", 1)[1] if first == "-- fragment" else text
            return f"```lua\n{shown}```"
        program.append(text)
        return match.group(0) + (try_link("\n".join(program)) if can_try("\n".join(program)) else "")

    return FENCE.sub(block, markdown)


def can_try(program):
    return not re.search(r"\bio\.(?!write)|\bos\.(?!clock|time)|\blove\.|astar\.(?:draw|love)|\bdebug\.|\bpackage\.", program)
